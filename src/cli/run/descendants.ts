import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Pids of everything that processes have started and that still runs, they themselves first. */
export function withDescendants(pids: readonly number[]): number[] {
  const children = new Map<number, number[]>();
  for (const [child, parent] of parents()) children.set(parent, [...(children.get(parent) ?? []), child]);
  const found = new Set(pids);
  for (const each of found) for (const child of children.get(each) ?? []) found.add(child);
  return [...found];
}

/** Each process with its parent; none where the system does not tell. */
function parents(): [number, number][] {
  try {
    return process.platform === 'linux' ? linuxParents() : psParents();
  } catch {
    return [];
  }
}

function linuxParents(): [number, number][] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid): [number, number][] => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
      // Behind the name, which may hold blanks: state, parent.
      return [[Number(pid), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])]];
    } catch {
      return [];
    }
  });
}

function psParents(): [number, number][] {
  const text = execFileSync('/bin/ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8', timeout: 2_000 });
  return text.split('\n').flatMap((line): [number, number][] => {
    const [pid, parent] = line.trim().split(/\s+/).map(Number);
    return pid === undefined || parent === undefined ? [] : [[pid, parent]];
  });
}
