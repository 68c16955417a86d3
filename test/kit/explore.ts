import { eventsFromText } from '../../src/store/sqlite/database/eventText.ts';
import assert from 'node:assert/strict';
import type { SqlJsStatic } from 'sql.js';
import { RegisterFault } from '../../src/coordinator/ports.ts';
import type { RegisterEvent } from '../../src/core/events.ts';
import { readEvents } from '../../src/store/sqlite/database/eventRows.ts';
import { openDatabase } from '../../src/store/sqlite/database/openDatabase.ts';
import type { StoreFiles } from '../../src/store/sqlite/storeFiles.ts';
import { fileChecksum } from '../../src/store/sqlite/fileChecksum.ts';
import { RuleWriter } from './ruleWriter.ts';
import { chooser, type Hook, type Keep, SimFiles } from './simFiles.ts';

/** Takes a safeguard away from what a writer sees of its files. */
export type Mutation = (files: StoreFiles) => StoreFiles;
export type Step = (writer: RuleWriter) => void;

export const unchanged: Mutation = (files) => files;
const state = '/root/.signalbox/state';

const snapshotAndRotate: Step = (writer) => writer.rotate(writer.snapshot());
const open: Step = (writer) => void writer.open();
const commit: Step = (writer) => writer.commit();
const clean: Step = (writer) => writer.deleteOlder();
const beat: Step = (writer) => writer.beat();

/** A whole life: every rule from 1 to 11 is passed at least once. */
export const life: readonly Step[] = [open, clean, commit, beat, commit, snapshotAndRotate, clean, commit];

/** Thrown by a hook in the place of a file call: the writer's life ends there. */
export class PowerLoss extends Error {}

/** One file system, and the writers that had it in turn. */
export class World {
  readonly files = new SimFiles('/root');
  private readonly sql: SqlJsStatic;
  private readonly mutate: Mutation;
  private readonly writers: RuleWriter[] = [];

  constructor(sql: SqlJsStatic, mutate: Mutation) {
    this.sql = sql;
    this.mutate = mutate;
  }

  writer(name: string, hook?: Hook): RuleWriter {
    return this.writerOver(name, this.files.actor(hook));
  }

  /** One that sees the file system through the test's own eyes. */
  writerOver(name: string, files: StoreFiles): RuleWriter {
    const writer = new RuleWriter(this.mutate(files), this.sql, name);
    this.writers.push(writer);
    return writer;
  }

  /** Steps until a fault ends the writer; any other error is a failure of the test. */
  run(writer: RuleWriter, steps: readonly Step[]): void {
    try {
      for (const step of steps) step(writer);
    } catch (error) {
      writer.journal = null;
      const code = error instanceof Error && 'code' in error ? error.code : null;
      const isEnd =
        error instanceof PowerLoss ||
        (error instanceof RegisterFault && error.kind === 'replaced') ||
        code === 'ENOENT';
      if (!isEnd) throw error;
    }
  }

  /** I1, I2 and I4: the next one opens, and what any writer acknowledged is in what it opens, at its position. */
  check(writers: readonly RuleWriter[] = this.writers): void {
    const next = this.writer('next');
    assert.ok(next.open(), 'a writer that is alone becomes the writer');
    const events = this.eventsOf(next);
    for (const [index, event] of events.entries()) assert.equal(event.position, index + 1);
    for (const writer of writers) {
      for (const event of writer.acknowledged) {
        assert.deepEqual(events[event.position - 1], event, `position ${event.position} was acknowledged`);
      }
    }
  }

  private eventsOf({ contents }: RuleWriter): RegisterEvent[] {
    if (contents.snapshot === null) return [...contents.events];
    const bytes = this.files.data(`${state}/${contents.snapshot.name}`);
    assert.equal(fileChecksum(bytes), contents.snapshot.crc, 'the named snapshot is whole');
    const database = openDatabase(this.sql, bytes);
    const { text } = readEvents(database, {}, 1, 1000);
    database.close();
    return [...eventsFromText(text), ...contents.events];
  }
}

/** A store with a snapshot and a record above it, left behind by a writer that is paused for good. */
function begun(sql: SqlJsStatic, mutate: Mutation): { world: World; before: RuleWriter } {
  const world = new World(sql, mutate);
  const before = world.writer('before');
  world.run(before, [open, commit, snapshotAndRotate, clean, commit]);
  return { world, before };
}

/** Runs `at` once, before the k-th file call of whoever uses the hook. True once it has run. */
function atCall(k: number, at: () => void): { hook: Hook; hasRun: () => boolean } {
  let calls = 0;
  const hook: Hook = () => {
    calls += 1;
    if (calls === k) at();
  };
  return { hook, hasRun: () => calls >= k };
}

/** The lights go out before each file call of a life in turn; `seeds` choices of what is lost each. */
export function explorePowerLoss(sql: SqlJsStatic, mutate: Mutation, seeds: readonly number[]): number {
  let runs = 0;
  for (let k = 1, isInside = true; isInside; k += 1) {
    for (const seed of seeds) {
      const { world } = begun(sql, mutate);
      const cut = atCall(k, () => {
        throw new PowerLoss();
      });
      world.run(world.writer('cut', cut.hook), life);
      world.files.powerLoss(chooser(seed));
      checked(world, `power loss before call ${k}, seed ${seed}`);
      isInside = cut.hasRun();
      runs += 1;
    }
  }
  return runs;
}

/** What happens while a writer is paused. */
export type Meanwhile = (world: World, before: RuleWriter) => void;

/** Another writer takes over and lives whole. */
export const wholeLife: Meanwhile = (world) => world.run(world.writer('other'), life);
/** Another writer takes over and stays in its first term. */
export const shortLife: Meanwhile = (world) => world.run(world.writer('other'), [open, commit, commit]);
/** The writer before goes on, as long as it may. */
export const goesOn: Meanwhile = (world, before) => world.run(before, [commit, commit]);

/** A writer is paused before each of its file calls in turn; when it is done, the power may fail. */
export function explorePause(
  sql: SqlJsStatic,
  mutate: Mutation,
  seeds: readonly (number | null)[],
  meanwhile: Meanwhile,
): number {
  let runs = 0;
  for (let k = 1, isInside = true; isInside; k += 1) {
    for (const seed of seeds) {
      const { world, before } = begun(sql, mutate);
      world.files.listsUpwards = (seed ?? 0) % 2 === 0;
      const pause = atCall(k, () => meanwhile(world, before));
      world.run(world.writer('paused', pause.hook), life);
      world.run(before, [commit, clean]);
      if (seed !== null) world.files.powerLoss(chooser(seed));
      checked(world, `paused before call ${k}, seed ${String(seed)}`);
      isInside = pause.hasRun();
      runs += 1;
    }
  }
  return runs;
}

/**
 * A start fails and gives its term up. Before each of its file calls in turn others come and go, or the power fails; it
 * may fail later too, with what of the deletion was not synced undone.
 */
export function exploreFailingStart(sql: SqlJsStatic): number {
  const losses: readonly (() => Keep)[] = [
    () => chooser(1),
    () =>
      ({ what }) =>
        what !== 'removed',
  ];
  const powerFails: Meanwhile = () => {
    throw new PowerLoss();
  };
  let runs = 0;
  for (const at of ['write', 'look'] as const) {
    for (const meanwhile of [wholeLife, shortLife, goesOn, powerFails]) {
      for (let k = 1, isInside = true; isInside; k += 1) {
        for (const loss of losses) {
          const { world, before } = begun(sql, unchanged);
          const pause = atCall(k, () => meanwhile(world, before));
          world.run(world.writer('failing', pause.hook), [(writer) => writer.failToOpen(at)]);
          isInside = pause.hasRun();
          if (meanwhile !== powerFails || !isInside) world.run(before, [commit, clean, commit]);
          world.files.powerLoss(loss());
          checked(world, `it fails at ${at}; before call ${k}, loss ${losses.indexOf(loss)}`);
          runs += 1;
        }
      }
    }
  }
  return runs;
}

/**
 * Three writers on one folder, all chosen by `pick`: the second takes over while the first is paused before one of its
 * file calls, the third while the second is. At any call of any of them the power may fail for all.
 */
export function exploreThree(
  sql: SqlJsStatic,
  pick: (bound: number) => number,
  mutate: Mutation = unchanged,
): void {
  const { world, before } = begun(sql, mutate);
  world.files.listsUpwards = pick(2) === 0;
  const pauses = [pick(callsOfALife), pick(callsOfALife)];
  const failsAt = pick(2) === 0 ? null : pick(3 * callsOfALife);
  let calls = 0;
  const powered =
    (hook: Hook): Hook =>
    (call, path) => {
      calls += 1;
      if (failsAt !== null && calls > failsAt) throw new PowerLoss();
      hook(call, path);
    };
  const ends = [wholeLife, shortLife, goesOn] as const;
  const last = ends[pick(ends.length)] ?? wholeLife;
  const third = () => {
    if (last === goesOn) world.run(before, [commit, commit, clean]);
    else
      world.run(
        world.writer(
          'third',
          powered(() => undefined),
        ),
        last === wholeLife ? life : [open, commit],
      );
  };
  const second = () => world.run(world.writer('second', powered(atCall(pauses[1] ?? 0, third).hook)), life);
  world.run(world.writer('first', powered(atCall(pauses[0] ?? 0, second).hook)), life);
  if (failsAt === null || calls <= failsAt) world.run(before, [commit, clean]);
  if (failsAt !== null) world.files.powerLoss(() => pick(2) === 0);
  checked(world, `paused before ${pauses.join(' and ')}, power failed at ${String(failsAt)}`);
}

/** About; a pause beyond the last call is none. */
const callsOfALife = 150;

function checked(world: World, where: string): void {
  try {
    world.check();
  } catch (error) {
    throw new Error(`${where}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}
