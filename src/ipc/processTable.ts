/** Reads single processes: their parent, start and program. One reader a system; each answers null for what is not there. */
import type { ExecFileSyncOptionsWithStringEncoding } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type ProcessFacts, programOf } from './programOf.ts';

/** Loaded by those who run a tool: on Linux nobody does, and the command line has to start fast. */
const execFileSync = (...args: [file: string, args: readonly string[], options: ToolOptions]): string =>
  process.getBuiltinModule('node:child_process').execFileSync(...args);
type ToolOptions = ExecFileSyncOptionsWithStringEncoding;

export interface ProcessTable {
  read(pid: number): ProcessFacts | null;
}

/** Kernels count a process's start in hundredths of a second since boot (USER_HZ is 100 on every Linux). */
export const MS_PER_TICK = 10;

export const linuxProcessTable: ProcessTable = {
  read: (pid) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      return parseStat(pid, stat, readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0'));
    } catch {
      return null;
    }
  },
};

/** @param stat a line of /proc/<pid>/stat; its second field, in brackets, may hold blanks and brackets. */
export function parseStat(pid: number, stat: string, words: readonly string[]): ProcessFacts | null {
  const open = stat.indexOf('(');
  const close = stat.lastIndexOf(')');
  // From the third field on: state, parent, ... , start time is the 22nd.
  const fields = stat.slice(close + 2).split(' ');
  const [state, parent] = fields;
  const started = Number(fields[19]);
  if (open < 0 || state === undefined || !Number.isFinite(started)) return null;
  return {
    pid,
    parent: Number(parent),
    startedAt: started * MS_PER_TICK,
    isEnded: state === 'Z' || state === 'X',
    ...programOf(stat.slice(open + 1, close), words),
  };
}

/** macOS and the BSDs: one `ps` for all processes. */
export function psProcessTable(): ProcessTable {
  const environment = { ...process.env, LC_ALL: 'C', TZ: 'UTC' };
  const options = { env: environment, encoding: 'utf8', timeout: 2_000, maxBuffer: 16_777_216 } as const;
  const text = execFileSync('/bin/ps', ['-axww', '-o', 'pid=,ppid=,stat=,lstart=,command='], options);
  return listedProcessTable(text.split('\n').flatMap((line) => parsePs(line) ?? []));
}

const psLine = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(\w{3} \w{3} +\d+ [\d:]+ \d{4})\s+(.*)$/;

export function parsePs(line: string): ProcessFacts | null {
  const [, pid, parent, state, started, command] = psLine.exec(line) ?? [];
  if (pid === undefined || state === undefined || command === undefined) return null;
  const words = command.split(' ');
  return {
    pid: Number(pid),
    parent: Number(parent),
    startedAt: Date.parse(`${started ?? ''} UTC`),
    isEnded: state.startsWith('Z'),
    ...programOf(path.basename(words[0] ?? ''), words),
  };
}

/** Windows, best effort: a shell that takes about half a second, so only for callers that can wait. */
export function windowsProcessTable(): ProcessTable {
  const script =
    'Get-CimInstance Win32_Process | ForEach-Object { "$($_.ProcessId)`t$($_.ParentProcessId)`t' +
    '$(([DateTimeOffset]$_.CreationDate).ToUnixTimeMilliseconds())`t$($_.Name)" }';
  const options = { encoding: 'utf8', timeout: 5_000, windowsHide: true, maxBuffer: 16_777_216 } as const;
  const text = execFileSync('powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', script], options);
  return listedProcessTable(text.split(/\r?\n/).flatMap((line) => parseCim(line) ?? []));
}

export function parseCim(line: string): ProcessFacts | null {
  const [pid, parent, started, name] = line.split('\t');
  if (name === undefined || !/^\d+$/.test(pid ?? '')) return null;
  return {
    pid: Number(pid),
    parent: Number(parent),
    startedAt: Number(started),
    isEnded: false,
    ...programOf(name, [name]),
  };
}

function listedProcessTable(processes: readonly ProcessFacts[]): ProcessTable {
  const byPid = new Map(processes.map((found) => [found.pid, found]));
  return { read: (pid) => byPid.get(pid) ?? null };
}
