import os from 'node:os';
import type { Disposable } from '../base/disposable.ts';
import { endpointName, ownEndpointPlace } from '../ipc/endpointName.ts';
import { moved } from '../ipc/refusals.ts';
import { type Server, startServer } from '../ipc/server.ts';
import type { Identity } from '../ipc/session.ts';
import type { HostSupervisor, SupervisorLog } from './hostSupervisor.ts';

export interface FaultEndpointParts {
  readonly root: string;
  readonly version: () => string;
  readonly supervisor: HostSupervisor;
  readonly log: SupervisorLog;
}

/**
 * Says under the endpoint of a root why it has no coordinator while the disk fails: a client that comes meanwhile gets
 * the cause (`storage`), not only that nobody is there. Gone before the next start, which listens there itself.
 */
export class FaultEndpoint implements Disposable {
  private readonly parts: FaultEndpointParts;
  private readonly listening: Disposable;
  /** Of the fault that is told now. */
  private server: Promise<Server<Identity> | null> | null = null;

  constructor(parts: FaultEndpointParts) {
    this.parts = parts;
    this.listening = parts.supervisor.onChange(() => this.follow());
  }

  /** Before the supervisor is stopped: its stop is no change. */
  dispose(): void {
    this.listening.dispose();
    this.close();
  }

  private follow(): void {
    const { isWaiting, problem } = this.parts.supervisor;
    if (!isWaiting || problem?.kind !== 'storage') this.close();
    else this.server ??= this.listen();
  }

  private async listen(): Promise<Server<Identity> | null> {
    const { root, version, supervisor, log } = this.parts;
    const place = ownEndpointPlace(process.env, os.tmpdir());
    try {
      return await startServer<Identity>({
        path: endpointName(root, place),
        // Each refusal would be a line, and the fault has its own already.
        log: { warn: () => undefined },
        about: { server_version: version(), root, term: 0 },
        authenticate: () => supervisor.problem ?? moved(),
        handle: () => undefined,
      });
    } catch (error) {
      log.warn(`the fault of ${root} can't be told at its endpoint: ${String(error)}`);
      return null;
    }
  }

  private close(): void {
    void this.server?.then((server) => server?.dispose());
    this.server = null;
  }
}
