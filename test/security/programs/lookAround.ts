/**
 * What the user that runs it gets at. On standard input: paths with their kinds. Tries to read and write each file, to list
 * each folder and make something in it, to connect to each socket. Prints `{ uid, could: { path: what it could do } }`.
 */
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmdirSync } from 'node:fs';
import net from 'node:net';
import type { Found } from '../kit/filesIn.ts';

const connects = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = net.connect(path, () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });

function manages(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

async function look({ path, kind }: Found): Promise<string[]> {
  if (kind === 'socket') return (await connects(path)) ? ['connect'] : [];
  const tries =
    kind === 'folder'
      ? { list: () => readdirSync(path), make: () => rmdirSync(mkdtempSync(`${path}/`)) }
      : { read: () => closeSync(openSync(path, 'r')), write: () => closeSync(openSync(path, 'r+')) };
  return Object.entries(tries).flatMap(([name, work]) => (manages(work) ? [name] : []));
}

async function main(): Promise<void> {
  const could: Record<string, string[]> = {};
  for (const each of JSON.parse(readFileSync(0, 'utf8')) as Found[]) could[each.path] = await look(each);
  console.log(JSON.stringify({ uid: process.getuid?.(), could }));
}

void main();
