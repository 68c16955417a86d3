import { realpathSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { nodeTerminal } from './watch/terminal.ts';
import type { World } from './world.ts';

/** The process itself. Stdin and stderr are opened by those who want them: each takes a part of the start. */
export function nodeWorld(version: string): World {
  const { argv, env, platform, stdout } = process;
  const isTerminal = stdout.isTTY;
  const isDumb = env['TERM'] === 'dumb';
  return {
    args: argv.slice(2),
    version,
    env,
    workingDirectory: process.cwd(),
    home: os.homedir(),
    platform,
    programFolder: path.dirname(realpathSync(argv[1] ?? '.')),
    now: Date.now,
    out: (text) => void stdout.write(text),
    err: (text) => void process.stderr.write(text),
    columns: isTerminal ? stdout.columns : null,
    // https://no-color.org: set to anything but nothing.
    isColoured: isTerminal && (env['NO_COLOR'] ?? '') === '' && !isDumb,
    get terminal() {
      return isTerminal && !isDumb ? nodeTerminal(process) : null;
    },
    // Without a stream on it: what the command reads stays the command's.
    get isInputTerminal() {
      return process.getBuiltinModule('node:tty').isatty(0);
    },
    get isErrorTerminal() {
      return process.stderr.isTTY;
    },
    get confirm() {
      return process.stdin.isTTY && process.stderr.isTTY ? confirm : null;
    },
    readInput,
    ask,
  };
}

async function confirm(question: string): Promise<boolean> {
  const { createInterface } = await import('node:readline/promises');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // Ctrl-C and Ctrl-D say no.
  const closed = new Promise<string>((settle) => terminal.once('close', () => settle('')));
  try {
    const answer = await Promise.race([terminal.question(`${question} [y/N] `), closed]);
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    terminal.close();
  }
}

async function readInput(): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of process.stdin) pieces.push(piece as Buffer);
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(pieces));
}

async function ask(question: string): Promise<string | null> {
  const { stdin: input, stderr: output } = process;
  if (!input.isTTY || !output.isTTY) return null;
  const { createInterface } = await import('node:readline/promises');
  const terminal = createInterface({ input, output });
  try {
    return (await terminal.question(question)).trim();
  } finally {
    terminal.close();
  }
}
