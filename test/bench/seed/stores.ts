import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Child } from '../kit/child.ts';
import type { Places } from '../kit/places.ts';
import { recordLife, type RecordedLife } from './recordLife.ts';
import type { StoreQuestion } from './storeProgram.ts';

/** What a stored store depends on: another version of the store's code makes it anew. */
const dependsOn = [
  'src/core/model/storedState.ts',
  'src/store/sqlite/database/foldedState.ts',
  'src/store/sqlite/database/projectionRows.ts',
  'src/store/sqlite/database/schema.ts',
  'src/store/sqlite/fileChecksum.ts',
  'src/store/sqlite/journalLines.ts',
  'test/bench/seed/repeatLife.ts',
];
/** Instants in a store age: its requests would run out. */
const keptDays = 1;

/** Stores of several sizes to begin with, made once a day and version, since a large one takes a minute. */
export class Stores {
  private readonly places: Places;
  private recorded: RecordedLife | null = null;

  constructor(places: Places) {
    this.places = places;
  }

  /** A folder to copy as `.signalbox/state`. */
  async of(inSnapshot: number, inJournal = 0): Promise<string> {
    const state = join(this.places.kept, 'stores', `${inSnapshot}-${inJournal}-${this.version()}`);
    if (existsSync(state)) return state;
    this.recorded ??= await recordLife(this.places);
    const making = `${state}.making`;
    rmSync(making, { recursive: true, force: true });
    const program = new Child('test/bench/seed/storeProgram.ts', {
      nodeOptions: ['--max-old-space-size=12000'],
    });
    try {
      const question: StoreQuestion = { state: making, recorded: this.recorded, inSnapshot, inJournal };
      await program.ask(question);
    } finally {
      await program.end();
    }
    renameSync(making, state);
    return state;
  }

  private version(): string {
    const hash = createHash('sha256').update(String(Math.floor(Date.now() / (keptDays * 86_400_000))));
    for (const file of dependsOn) hash.update(readFileSync(file));
    return hash.digest('hex').slice(0, 12);
  }
}
