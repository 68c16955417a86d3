import type { Snapshot } from '../../src/core/model/snapshot.ts';
import { ReferenceHub, type ReferenceHubOptions } from '../hub/referenceHub.ts';

/** Called in a `describe`: starts reference hubs, all stopped after each test. */
export function referenceHubs(): (
  says?: Partial<Snapshot>,
  options?: ReferenceHubOptions,
) => Promise<ReferenceHub> {
  const started: ReferenceHub[] = [];
  afterEach(async () => {
    for (const hub of started.splice(0)) await hub.stop();
  });
  return async (says = {}, options = {}) => {
    const hub = new ReferenceHub(says, options);
    started.push(hub);
    await hub.start();
    return hub;
  };
}
