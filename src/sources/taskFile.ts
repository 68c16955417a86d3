import * as z from 'zod';
import { err, ok, type Result } from '../base/result.ts';
import type { Snapshot } from '../core/model/snapshot.ts';
import { explainIssues } from '../files/explainIssues.ts';
import { type FileProblem, type KeyPath, fileProblem } from '../files/fileProblem.ts';
import { readLargeJson } from '../files/jsonDocument.ts';
import { nearestName } from '../files/nearestName.ts';
import type { TextDocument } from '../files/textDocument.ts';
import { readYaml } from '../files/yamlDocument.ts';
import { snapshotShape } from './snapshotSchema.ts';

const sections = Object.keys(snapshotShape) as (keyof Snapshot)[];

const { repos, plans, tasks, dependencies, messages } = snapshotShape;
const fileSchema = z.object(
  {
    repos: repos.default([]),
    plans: plans.default([]),
    tasks: tasks.default([]),
    dependencies: dependencies.default([]),
    messages: messages.default([]),
  },
  { error: `an object {${sections.join(', ')}} or a list of tasks` },
);

/** What a task file may hold; editors are served from it. */
export const taskFileSchema = z
  .union([fileSchema, tasks])
  .meta({ title: 'Signalbox tasks', description: 'Tasks of this repository, for Signalbox.' });

/** A task file, read: what it says, and where. */
export interface TaskFile {
  readonly snapshot: Snapshot;
  /** "line 3, column 5: " of an entry's id, or nothing. */
  placeOf(section: keyof Snapshot, index: number): string;
}

/** Reads the text of one `.json`, `.yaml` or `.yml` file: {repos, plans, tasks, dependencies, messages} or a list of tasks. */
export function readTaskFile(name: string, text: string): Result<TaskFile, readonly FileProblem[]> {
  const read = name.endsWith('.json') ? readLargeJson(text) : readYaml(text);
  if (!read.ok) return read;
  const document = read.value;
  const isList = Array.isArray(document.value);
  const forgotten = forgottenSection(document);
  if (forgotten !== null) return err([forgotten]);
  // A file whose entries are all commented out says nothing, which is no mistake.
  const value: unknown = isList ? { tasks: document.value } : (document.value ?? {});
  const checked = fileSchema.safeParse(value);
  if (!checked.success) {
    const issues = checked.error.issues.map((issue) =>
      isList ? { ...issue, path: issue.path.slice(1) } : issue,
    );
    return err(explainIssues(issues, document));
  }
  return ok({
    snapshot: checked.data,
    placeOf: (section, index) => placeText(document, isList ? [index, 'id'] : [section, index, 'id']),
  });
}

/** Unknown keys are dropped, but a file that holds nothing else was meant to say something. */
function forgottenSection(document: TextDocument): FileProblem | null {
  const { value } = document;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const keys = Object.keys(value).filter((key) => key !== '$schema');
  const [first] = keys;
  if (first === undefined || keys.some((key) => sections.some((section) => section === key))) return null;
  const meant = nearestName(first, sections);
  const hint = meant === undefined ? `use ${sections.join(', ')}.` : `did you mean ${meant}?`;
  return fileProblem(
    [first],
    document.placeOf([first]),
    `${JSON.stringify(first)} says nothing to Signalbox: ${hint}`,
  );
}

function placeText(document: TextDocument, path: KeyPath): string {
  const place = document.placeOf(path);
  return place === null ? '' : `line ${place.line}, column ${place.column}: `;
}
