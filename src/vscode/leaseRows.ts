/**
 * The rows of the Leases tree, from what the coordinator lists: six groups, each a page long until more is asked for. Pure,
 * so that a change of one lease is seen as the change of one row.
 */
import type { LeaseState } from '../core/model/lease.ts';
import type { LeaseView, ScopeView } from '../protocol/views.ts';
import { stateWords, whyWords } from '../protocol/leaseWords.ts';
import { lastLeases } from './lastLeases.ts';
import { rowContext } from './rowContext.ts';
import { changedIn, type Rows, type TreeRow } from './rows.ts';
import { timeLeft } from './timeLeft.ts';

export type GroupName = 'running' | 'offered' | 'queued' | 'waiting' | 'stopped' | 'recent';

export interface Row extends TreeRow {
  readonly kind: 'group' | 'lease' | 'more';
  readonly group: GroupName;
  readonly lease: LeaseView | null;
  /** What its menu goes by. */
  readonly context: string;
}

export type LeaseRows = Rows<Row>;

/** Leases a group shows at first, and again with each "more". */
export const PAGE = 200;

export const groupLabels: Readonly<Record<GroupName, string>> = {
  running: 'Running',
  offered: 'Offered',
  queued: 'Queued',
  waiting: 'Waiting',
  stopped: 'Stopped',
  recent: 'Recent',
};

const groupOfState: Readonly<Record<LeaseState, GroupName>> = {
  acknowledged: 'running',
  offered: 'offered',
  backoff: 'offered',
  pending: 'queued',
  waiting: 'waiting',
  stopped: 'stopped',
  completed: 'recent',
  checkpointed: 'recent',
};

/** Where every row is in the state that the heading says, the row says only why: there is little room. */
const saysWhyOnly: ReadonlySet<GroupName> = new Set(['queued', 'waiting', 'stopped']);

/** A stopped lease that another one goes on from needs nobody's eye. */
const groupOf = (lease: LeaseView): GroupName =>
  lease.state === 'stopped' && lease.next !== null ? 'recent' : groupOfState[lease.state];

/** Live ones in the order in which they go, ended ones newest first. */
function byPlace(a: LeaseView, b: LeaseView): number {
  if (a.ended_at !== null && b.ended_at !== null) return b.ended_at - a.ended_at;
  return a.rank - b.rank || a.created_at - b.created_at;
}

/** The lease of a row, by the row's id, also of one that has moved to another group or is not drawn yet. */
export const leaseIdOfRow = (row: string): string => row.slice(row.indexOf('/') + 1);

/** How many pages a group shows; one when not given. */
export type Pages = Readonly<Partial<Record<GroupName, number>>>;

export interface RowParts {
  readonly pages?: Pages;
  /** What is known of a lease's repo. */
  readonly scopeOf?: (lease: LeaseView) => ScopeView | undefined;
}

export function leaseRows(
  leases: Iterable<LeaseView>,
  now: number,
  { pages = {}, scopeOf = () => undefined }: RowParts = {},
): LeaseRows {
  const known = [...leases];
  const members = membersOf(known);
  const last = lastLeases(known);
  const rows = new Map<string, Row>();
  const roots: string[] = [];
  let changesAt: number | null = null;
  for (const group of Object.keys(groupLabels) as GroupName[]) {
    const all = members.get(group)?.sort(byPlace);
    if (!all) continue;
    roots.push(group);
    const children: string[] = [];
    for (const lease of all.slice(0, (pages[group] ?? 1) * PAGE)) {
      const context = rowContext(lease, { isLast: last.has(lease.id), scope: scopeOf(lease) });
      const { row, until } = leaseRow(group, lease, now, context);
      rows.set(row.id, row);
      children.push(row.id);
      if (until !== null && (changesAt === null || until < changesAt)) changesAt = until;
    }
    if (children.length < all.length) children.push(addMore(rows, group, all.length - children.length));
    rows.set(group, groupRow(group, all.length, children));
  }
  return { roots, rows, changesAt };
}

function membersOf(leases: Iterable<LeaseView>): Map<GroupName, LeaseView[]> {
  const members = new Map<GroupName, LeaseView[]>();
  for (const lease of leases) {
    const group = groupOf(lease);
    const list = members.get(group);
    if (list) list.push(lease);
    else members.set(group, [lease]);
  }
  return members;
}

/** The group of a lease and how many of its pages it takes to show it; null: there is no such lease. */
export function pageOf(
  leases: Iterable<LeaseView>,
  id: string,
): { readonly group: GroupName; readonly pages: number } | null {
  for (const [group, own] of membersOf(leases)) {
    const at = own.sort(byPlace).findIndex((lease) => lease.id === id);
    if (at >= 0) return { group, pages: Math.floor(at / PAGE) + 1 };
  }
  return null;
}

/** Rows to draw again. A lease is a new object when anything of it changed. */
export const changedRows = (before: LeaseRows, after: LeaseRows): 'all' | readonly string[] =>
  changedIn(before, after, (old, row) => old.lease !== row.lease || old.context !== row.context);

function leaseRow(
  group: GroupName,
  lease: LeaseView,
  now: number,
  context: string,
): { row: Row; until: number | null } {
  const time = timeLeft(lease, now);
  const who = lease.worker ?? lease.operator;
  const why = saysWhyOnly.has(group) ? whyWords(lease) : null;
  const parts = [who, why ?? stateWords(lease), time?.text ?? null].filter((part) => part !== null);
  const description = parts.join(' · ');
  const id = `${group}/${lease.id}`;
  return {
    row: { id, kind: 'lease', group, label: lease.title, description, lease, context, children: [] },
    until: time?.changesAt ?? null,
  };
}

const groupRow = (group: GroupName, count: number, children: readonly string[]): Row => ({
  id: group,
  kind: 'group',
  group,
  label: groupLabels[group],
  description: String(count),
  lease: null,
  context: 'group',
  children,
});

function addMore(rows: Map<string, Row>, group: GroupName, hidden: number): string {
  const id = `${group}/more`;
  const label = `Show ${Math.min(hidden, PAGE)} more`;
  const description = `of ${hidden}`;
  rows.set(id, { id, kind: 'more', group, label, description, lease: null, context: 'more', children: [] });
  return id;
}
