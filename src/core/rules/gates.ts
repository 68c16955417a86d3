import type { GateName, TaskFacts, TaskRecord } from '../model/task.ts';
import { asksForSecret } from './secretTitle.ts';

/** Classes that an operator may allow; every other one gates, known or not (C15). */
export const allowableClasses = ['network', 'install_dependency', 'schema_migration', 'release_tag'] as const;

/** Gates of a task in the order of C15; empty: none. A gate's text stays here: only its name goes on. */
export function judgeGates(
  facts: TaskFacts,
  titleGateCleared: boolean,
  allow: readonly string[],
): GateName[] {
  const gates: GateName[] = [];
  if (facts.needsHuman) gates.push('needs_human');
  if (facts.interventionNote.trim() !== '') gates.push('intervention_note');
  if (facts.blockingReason.trim() !== '') gates.push('blocking_reason');
  if (facts.actionClasses.some((name) => !isAllowed(name, allow))) gates.push('action_class');
  if (!titleGateCleared && asksForSecret(facts.title)) gates.push('secret_title');
  return gates;
}

const isAllowed = (name: string, allow: readonly string[]): boolean =>
  allow.includes(name) && allowableClasses.some((allowable) => allowable === name);

/** The first gate that a task has as things stand now; one that came with the settings was not judged by a tick yet. */
export const gateOf = (
  { facts, titleGateCleared }: TaskRecord,
  { allow }: { readonly allow: readonly string[] },
): GateName | null => judgeGates(facts, titleGateCleared, allow)[0] ?? null;
