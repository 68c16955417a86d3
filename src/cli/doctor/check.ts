import type { ServerConnection } from '../serverConnection.ts';
import type { World } from '../world.ts';

/** One thing that the doctor looked at. */
export interface Finding {
  readonly name: string;
  readonly level: 'ok' | 'warn' | 'error';
  readonly says: string;
  /** What to do; null: nothing. */
  readonly next: string | null;
}

export interface Patient {
  readonly world: World;
  /** Null: none was found. */
  readonly root: string | null;
  readonly server: ServerConnection;
}

export const fine = (name: string, says: string): Finding => ({ name, level: 'ok', says, next: null });
export const doubtful = (name: string, says: string, next: string): Finding => ({
  name,
  level: 'warn',
  says,
  next,
});
export const wrong = (name: string, says: string, next: string): Finding => ({
  name,
  level: 'error',
  says,
  next,
});
