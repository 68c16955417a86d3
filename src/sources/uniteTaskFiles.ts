import type { Snapshot } from '../core/model/snapshot.ts';
import type { TaskFile } from './taskFile.ts';

/** All files as one snapshot, in order. Throws where two files give one id: either could be meant (C4). */
export function uniteTaskFiles(files: ReadonlyMap<string, TaskFile>): Snapshot {
  return {
    repos: concat(files, 'repos'),
    plans: concat(files, 'plans'),
    tasks: concat(files, 'tasks'),
    dependencies: concat(files, 'dependencies'),
    messages: concat(files, 'messages'),
  };
}

function concat<Section extends keyof Snapshot>(
  files: ReadonlyMap<string, TaskFile>,
  section: Section,
): Snapshot[Section][number][] {
  const owners = new Map<string, string>();
  const all: Snapshot[Section][number][] = [];
  for (const [name, file] of files) {
    for (const [index, entry] of file.snapshot[section].entries()) {
      for (const id of idsOf(entry)) {
        const owner = owners.get(id) ?? name;
        if (owner !== name) {
          const place = `${name}: ${file.placeOf(section, index)}${section}[${index}]`;
          throw new Error(`${place} has an id that ${owner} gives too: keep one of them.`);
        }
        owners.set(id, name);
      }
      all.push(entry);
    }
  }
  return all;
}

/** An id, and the name that its task goes by here: its id elsewhere, where it has one. */
const idsOf = (entry: { readonly id: string; readonly external_id?: string | null }): string[] => [
  `id ${entry.id}`,
  `name ${entry.external_id ?? entry.id}`,
];
