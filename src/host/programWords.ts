import { RegisterFault } from '../coordinator/ports.ts';
import { ProtocolError, type WireError } from '../protocol/errors.ts';
import { storageFailed } from '../store/sqlite/storeFaults.ts';
import { StoreBusy } from '../store/sqlite/writer/holder.ts';
import { hostFailure } from './hostFailure.ts';

/**
 * What a program of the host's bundle tells the command line, a line of stdout each: any number of `progress`, then one of
 * the others.
 */
export type ProgramWord =
  | { readonly progress: { readonly done: number; readonly total: number } }
  | { readonly result: unknown }
  | { readonly error: WireError };

export const sayWord = (word: ProgramWord): void => void process.stdout.write(`${JSON.stringify(word)}\n`);

/** What went wrong with a store that nobody serves; what nobody foresaw there is of the disk. */
export function storeError(error: unknown): WireError {
  if (error instanceof ProtocolError) return error.toWire();
  const isKnown = error instanceof StoreBusy || error instanceof RegisterFault;
  const { kind, message, next, pid } = hostFailure(isKnown ? error : storageFailed('this', error));
  return new ProtocolError(kind, message, next, { facts: { pid } }).toWire();
}
