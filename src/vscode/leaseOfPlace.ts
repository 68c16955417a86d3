import type { LeaseView, QuestionView } from '../protocol/views.ts';
import { lastLeases } from './lastLeases.ts';
import type { NamedPlace } from './placeOfUri.ts';

/** The lease whose row stands for a place: of a task its newest, of a question the one that asks. Null: not known. */
export function leaseOfPlace(
  { kind, id }: NamedPlace,
  leases: ReadonlyMap<string, LeaseView>,
  questions: ReadonlyMap<string, QuestionView>,
): LeaseView | null {
  if (kind === 'lease') return leases.get(id) ?? null;
  if (kind === 'question') return leases.get(questions.get(id)?.lease_id ?? '') ?? null;
  const own = [...leases.values()].filter(({ task_id: task }) => task === id);
  const last = lastLeases(own);
  return own.find((lease) => last.has(lease.id)) ?? null;
}
