import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { CheckpointView } from '../protocol/views.ts';
import { misused } from './commandFailure.ts';
import { text, texts } from './flags.ts';
import type { Call } from './verb.ts';

/** What a worker leaves to whoever goes on. */
export const checkpointFlags = {
  summary: text('TEXT', 'What was done.'),
  'next-action': text('TEXT', 'What comes next.'),
  blocked: text('TEXT', 'Why nobody can go on before a person has answered.'),
  file: texts('PATH', 'A file that was changed.'),
  from: text('FILE', 'Read all of it as a JSON object from a file, or from stdin with -.'),
} as const;

type Flags = { [K in keyof typeof checkpointFlags]: (typeof checkpointFlags)[K] };

/** The checkpoint that the flags say; null: none. */
export async function readCheckpoint(call: Call<Flags>): Promise<CheckpointView | null> {
  const { summary, 'next-action': nextAction, blocked, file, from } = call.flags;
  const said: CheckpointView = {
    ...(summary === undefined ? {} : { summary }),
    ...(nextAction === undefined ? {} : { next_action: nextAction }),
    ...(blocked === undefined ? {} : { blocked_reason: blocked }),
    ...(file.length === 0 ? {} : { files_changed: file }),
  };
  const isSaid = Object.keys(said).length > 0;
  if (from === undefined) return isSaid ? said : null;
  if (isSaid) throw misused('--from says all of the checkpoint', 'Leave out the other flags, or --from.');
  return parse(from, await read(call, from));
}

async function read({ world }: Call<Flags>, from: string): Promise<string> {
  if (from === '-') return world.readInput();
  try {
    return await readFile(path.resolve(world.workingDirectory, from), 'utf8');
  } catch (error) {
    const { code = 'unreadable' } = error as NodeJS.ErrnoException;
    throw misused(`--from: ${JSON.stringify(from)} can't be read (${code})`, 'Name a file that is there.');
  }
}

function parse(from: string, input: string): CheckpointView {
  const next =
    'Write {"summary": "...", "next_action": "...", "blocked_reason": "...", "files_changed": ["..."]}, all optional.';
  let value: unknown;
  try {
    value = JSON.parse(input);
  } catch {
    throw misused(`--from: ${from === '-' ? 'stdin' : JSON.stringify(from)} is not JSON`, next);
  }
  // The shape is the coordinator's to judge (W3); a list would not even reach it as one.
  if (typeof value === 'object' && value !== null) return value;
  throw misused('--from: a checkpoint is a JSON object', next);
}

export const warningLines = (warnings: readonly string[]): string[] =>
  warnings.map((warning) => `Warning: ${warning}`);
