/**
 * What every source has to yield (behaviour 1): the shapes of `core/model/snapshot.ts`, checked. Unknown keys are dropped;
 * a wrong type, an id that could not be one, or an id given twice in its list is refused with its path.
 */
import * as z from 'zod';
import type { Snapshot } from '../core/model/snapshot.ts';
import { explainIssues } from '../files/explainIssues.ts';

const needs = (error: string) => ({ error });

const idNeeds = needs('a text of 1 to 200 characters without control characters');
const id = z
  .string(idNeeds)
  .min(1, idNeeds)
  .max(200, idNeeds)
  .regex(/^\P{Cc}*$/u, idNeeds);

/** `<source>/message/<id>` is a message's task id, which no task may have as well. */
const taskIdNeeds = needs(`${idNeeds.error} that does not begin with "message/"`);
const taskId = z
  .string(taskIdNeeds)
  .min(1, taskIdNeeds)
  .max(200, taskIdNeeds)
  .regex(/^(?!message\/)\P{Cc}*$/u, taskIdNeeds);

const text = z.string(needs('a text'));
const flag = z.boolean(needs('true or false'));
const word = z.string(needs('a word')).min(1, needs('a word'));

const repo = z.object(
  {
    id: id.meta({ description: 'Its id at the source, which plans refer to.' }),
    slug: text.meta({ description: 'Name of a configured repo; others get no work.' }),
  },
  needs('an object {id, slug}'),
);

const plan = z.object(
  {
    id: id.meta({ description: 'Its id at the source, which tasks and dependencies refer to.' }),
    repo_id: id.meta({ description: 'Id of a repo of this list, or the name of a configured repo itself.' }),
    status: word.meta({
      description:
        'Only plans that are active or ready dispatch; finished and archived ones satisfy dependencies.',
      examples: ['ready', 'active', 'finished', 'archived'],
    }),
  },
  needs('an object {id, repo_id, status}'),
);

const task = z.object(
  {
    id: taskId.meta({ description: 'Its id at the source; it never changes.' }),
    workplan_id: id
      .nullable()
      .exactOptional()
      .meta({ description: 'Its plan. A task without one needs none.' }),
    status: word.meta({
      description: 'Only todo starts new work; wait, done and cancel never do.',
      examples: ['todo', 'wait', 'progress', 'done', 'cancel'],
    }),
    title: text.meta({ description: 'What is to be done, in one line: the worker reads it.' }),
    updated_at: z
      .union([text, z.number()], needs('a text or a number'))
      .nullable()
      .exactOptional()
      .meta({ description: 'When it changed last; never a reason for new work.' }),
    needs_human: flag
      .nullable()
      .exactOptional()
      .meta({ description: 'True stops it until a person has been there.' }),
    intervention_note: text
      .nullable()
      .exactOptional()
      .meta({ description: 'A note stops it; the text stays at the source.' }),
    blocking_reason: text
      .nullable()
      .exactOptional()
      .meta({ description: 'A reason stops it; the text stays at the source.' }),
    action_classes: z
      .array(word, needs('a list of words'))
      .nullable()
      .exactOptional()
      .meta({ description: 'What it may do beside editing files; a class that is not allowed stops it.' }),
    external_id: taskId
      .nullable()
      .exactOptional()
      .meta({ description: 'Its id elsewhere, such as the number of an issue.' }),
    project: text
      .nullable()
      .exactOptional()
      .meta({ description: 'Name of the configured repo of a task without plan.' }),
  },
  needs('an object {id, status, title, ...}'),
);

const dependency = z.object(
  {
    id: id.meta({ description: 'Its id at the source.' }),
    from_workplan_id: id.meta({ description: 'The plan that waits.' }),
    to_workplan_id: id.meta({ description: 'The plan that is waited for.' }),
    relationship_type: text.meta({ description: 'Only blocks counts.', examples: ['blocks'] }),
  },
  needs('an object {id, from_workplan_id, to_workplan_id, relationship_type}'),
);

const message = z.object(
  {
    id: id.meta({ description: 'Its id at the source.' }),
    to_agent: text.meta({ description: 'Name of a configured repo, or the id of a worker.' }),
    subject: text.meta({ description: 'It starts work only if it begins with [action].' }),
    body: text
      .nullable()
      .exactOptional()
      .meta({ description: 'Stays at the source, where the worker reads it.' }),
  },
  needs('an object {id, to_agent, subject, body}'),
);

interface Entry {
  readonly id: string;
  /** Takes the place of the id where there is one. */
  readonly external_id?: string | null;
}

function listOf<T extends z.ZodType<Entry>>(item: T, what: string, description: string) {
  return z
    .array(item, needs(`a list of ${what}`))
    .superRefine((entries, context) => {
      for (const [index, key] of repeatedIds(entries)) {
        context.addIssue({ code: 'custom', path: [index, key], message: 'an id that no other entry has' });
      }
    })
    .meta({ description });
}

function repeatedIds(entries: readonly Entry[]): [index: number, key: string][] {
  const ids = new Set<string>();
  const names = new Set<string>();
  return entries.flatMap(({ id: own, external_id: elsewhere }, index): [number, string][] => {
    const name = elsewhere ?? own;
    const isRepeated = ids.has(own) || names.has(name);
    const key = ids.has(own) || elsewhere == null ? 'id' : 'external_id';
    ids.add(own);
    names.add(name);
    return isRepeated ? [[index, key]] : [];
  });
}

export const snapshotShape = {
  repos: listOf(repo, 'repos', 'Repos by the ids that plans use.'),
  plans: listOf(plan, 'plans', 'Groups of tasks that may wait for one another.'),
  tasks: listOf(task, 'tasks', 'The work.'),
  dependencies: listOf(dependency, 'dependencies', 'Which plan waits for which.'),
  messages: listOf(message, 'messages', 'Messages to a repo or a worker.'),
};

export const snapshotSchema = z.object(
  snapshotShape,
  needs('an object {repos, plans, tasks, dependencies, messages}'),
);

/** Checks what a source read elsewhere; throws an error whose message names the first path that is wrong. */
export function checkSnapshot(value: unknown): Snapshot {
  const checked = snapshotSchema.safeParse(value);
  if (checked.success) return checked.data;
  const [first] = explainIssues(checked.error.issues, { value, placeOf: () => null }, 'the snapshot');
  throw new Error(first?.message ?? 'the snapshot is not valid');
}
