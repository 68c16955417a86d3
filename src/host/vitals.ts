import type { ServerFacts } from '../ipc/server.ts';
import type { SharedFileSystem } from '../files/sharedFileSystem.ts';
import type { WriterView } from '../protocol/views.ts';
import type { DiskSpace } from './freeSpace.ts';
import type { ClockFacts } from './heartbeat.ts';

/** What a host knows of its own process and machine, for health. */
export interface Vitals {
  /** When it began to serve, epoch milliseconds. */
  readonly since: number;
  readonly runsIn: WriterView['runs_in'];
  readonly clocks: () => ClockFacts;
  readonly clients: () => ServerFacts;
  /** Of the disk with the store. Rejects when it can't be told. */
  readonly disk: () => Promise<DiskSpace>;
  /** What the store lies on, if other machines may write there too. */
  readonly sharedOn: SharedFileSystem | null;
}
