import type { LeaseView } from '../protocol/views.ts';
import type { Event } from '../base/emitter.ts';
import type { Roots } from './roots.ts';

/** What other extensions may read: `extensions.getExtension('signalbox.signalbox').activate()`. Grows, and never changes. */
export interface SignalboxApi {
  readonly version: 1;
  /** The leases of the window's coordinators by now, those of the protocol; empty while none answers. */
  leases(): readonly LeaseView[];
  /** Leases, or who answers, are other than before. */
  readonly onDidChange: Event<void>;
}

export const signalboxApi = (roots: Roots): SignalboxApi => ({
  version: 1,
  leases: () => [...roots.leases().values()],
  onDidChange: roots.onChange,
});
