import { chmodSync, existsSync, lstatSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { highestWriter } from '../../ipc/discovery.ts';
import type { DiagnosisView, MendedView } from '../../protocol/doctorViews.ts';
import { exitCodes } from '../../protocol/exitCodes.ts';
import { CommandFailure, misused } from '../commandFailure.ts';
import type { Patient } from './check.ts';
import { askDoctor, placeText } from './storeChecks.ts';

export interface MendFlags {
  readonly from: string | undefined;
  readonly yes: boolean;
}

/** What the doctor may do: modes, a missing .gitignore, a stale socket, and, if a person agrees, the store. One line each. */
export async function mendAll({ root, world }: Patient, flags: MendFlags): Promise<string[]> {
  if (root === null) return [];
  const state = path.join(root, '.signalbox', 'state');
  if (!lstatSync(state, { throwIfNoEntry: false })?.isDirectory()) return [];
  const isPosix = world.platform !== 'win32';
  return [
    ...(isPosix ? closeToOthers(state) : []),
    ...ignoreState(state),
    ...(isPosix ? await removeStaleSocket(state) : []),
    ...(await mendStore(world, root, flags)),
  ];
}

/** Files 0600, folders 0700; what is a link is not followed. */
function closeToOthers(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) =>
    path.join(folder, name),
  );
  return [folder, ...entries].flatMap((entry) => {
    const stats = lstatSync(entry);
    if (stats.isSymbolicLink() || (stats.mode & 0o077) === 0) return [];
    chmodSync(entry, stats.isDirectory() ? 0o700 : 0o600);
    return [`${entry} is for you alone now`];
  });
}

function ignoreState(state: string): string[] {
  const file = path.join(state, '.gitignore');
  if (existsSync(file)) return [];
  writeFileSync(file, '*\n', { mode: 0o600, flag: 'wx' });
  return [`${file} keeps the state out of git again`];
}

/** Only one that refuses: where somebody accepts, or that can't be tried, it stays. */
async function removeStaleSocket(state: string): Promise<string[]> {
  const endpoint = highestWriter(state)?.endpoint;
  if (endpoint === undefined || !lstatSync(endpoint, { throwIfNoEntry: false })?.isSocket()) return [];
  if (!(await isRefused(endpoint))) return [];
  rmSync(endpoint);
  return [`${endpoint}, where nobody listened, is removed`];
}

const isRefused = (endpoint: string): Promise<boolean> =>
  new Promise((settle) => {
    const socket = net.connect(endpoint);
    socket.once('connect', () => {
      socket.destroy();
      settle(false);
    });
    socket.once('error', (error: NodeJS.ErrnoException) => settle(error.code === 'ECONNREFUSED'));
  });

async function mendStore(world: Patient['world'], root: string, flags: MendFlags): Promise<string[]> {
  const found = await askDoctor<DiagnosisView>(world, root);
  if (!found.ailments.some(({ level }) => level === 'error')) return [];
  const from = await chosen(world, found, flags);
  const { position, differing, kept } = await askDoctor<MendedView>(world, root, ['--fix', from]);
  if (differing.length > 0) {
    throw new CommandFailure(
      exitCodes.storage,
      `the store opens at position ${position}, but a replay differs in ${differing.join(', ')}`,
      `What was there before is in ${kept.join(', ')}.`,
    );
  }
  return [
    `the store opens and is verified, at position ${position}`,
    ...kept.map((file) => `what was there before is kept in ${file}`),
  ];
}

/** A person agrees to what would be lost, on the terminal or by --yes. */
async function chosen(
  world: Patient['world'],
  found: DiagnosisView,
  { from, yes }: MendFlags,
): Promise<'history' | 'backup'> {
  const { history, backup, reached } = found;
  const ways = [
    ...(history === null ? [] : [{ name: 'history' as const, ...history }]),
    ...(backup === null ? [] : [{ name: 'backup' as const, ...backup }]),
  ];
  const open = ways.map(({ name }) => name);
  const [first] = open;
  if (first === undefined) {
    const next = 'If you have a backup elsewhere: signalbox restore FILE.';
    throw new CommandFailure(exitCodes.storage, found.ailments[0]?.says ?? 'nothing can be read', next);
  }
  const named = open.find((each) => each === from);
  if (from !== undefined && named === undefined) {
    throw new CommandFailure(
      exitCodes.notFound,
      `there is no ${from} to go on from`,
      `There is: ${open.join(', ')}.`,
    );
  }
  if (yes) return named ?? first;
  const lines = ways.map((way) => {
    const isShort = reached !== null && reached.position > way.position;
    const lost = isShort
      ? `what came after, to ${placeText(reached, world.now())}, would be lost`
      : 'nothing that any file speaks of would be lost';
    return `  ${way.name}: ${placeText(way, world.now())}, from ${way.from.join(' and ')}; ${lost}\n`;
  });
  const options = named ?? open.join(' or ');
  const answer = await world.ask(
    `The store can go on from\n${lines.join('')}Copies of its files are kept in state/aside first. Type ${options} to do it: `,
  );
  const answered = open.find((each) => each === answer && (named === undefined || each === named));
  if (answered !== undefined) return answered;
  if (answer !== null) throw misused('nothing was changed in the store', 'Call it again to choose.');
  throw misused(
    `this changes the store: ${lines.map((line) => line.trim()).join('; ')}`,
    `Say so: signalbox doctor --fix --yes --from ${first}`,
  );
}
