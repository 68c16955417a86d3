/**
 * The rows of the Health tree: for each root who writes, then what its coordinator says in groups. What is ill stands
 * first, with a row below it that says what to do. Pure, so that a change is seen as that of one row.
 */
import path from 'node:path';
import { healthWords } from '../../protocol/healthWords.ts';
import type { HealthGroup, HealthRow } from '../../protocol/views.ts';
import { changedIn, type Rows, type TreeRow } from '../rows.ts';
import { groupLabels, rowLabel } from './healthLabels.ts';
import { hostRow, type RootHealth } from './hostRow.ts';
import type { L10n } from '../l10n.ts';
import { type Remedy, remedyOf } from './remedies.ts';

export interface HealthTreeRow extends TreeRow {
  readonly kind: 'root' | 'group' | 'row' | 'next';
  readonly group: HealthGroup | null;
  readonly level: HealthRow['level'];
  /** What its button does; null: none is needed. */
  readonly remedy: Remedy | null;
  /** All of it: a description is cut where the side bar ends. */
  readonly tooltip: string;
}

export type HealthRows = Rows<HealthTreeRow>;

/** Rows that a group shows; what is ill is among them. */
const SHOWN = 200;

/** The root that a row is of, by the row's id. */
export const isRowOf = (id: string, root: string): boolean => id === root || id.startsWith(`${root}|`);

/** @param roots one is shown without a heading of its own. */
export function healthRows(roots: readonly RootHealth[], now: number, l10n: L10n): HealthRows {
  const rows = new Map<string, HealthTreeRow>();
  const shown = roots.map((root) => ({ root, groups: rootRows(root, now, l10n, rows) }));
  const [only] = shown;
  if (only === undefined) return { roots: [], rows, changesAt: null };
  if (shown.length === 1) return { roots: only.groups, rows, changesAt: null };
  for (const { root, groups } of shown) {
    const who = rows.get(`${root.path}|coordinator`);
    const level = worst(groups.map((id) => rows.get(id)?.level ?? 'ok'));
    rows.set(root.path, {
      ...{ id: root.path, kind: 'root', group: null, level, remedy: null, children: groups },
      ...{ label: path.basename(root.path), description: who?.description ?? '', tooltip: root.path },
    });
  }
  return { roots: shown.map(({ root }) => root.path), rows, changesAt: null };
}

export const changedHealthRows = (before: HealthRows, after: HealthRows): 'all' | readonly string[] =>
  changedIn(
    before,
    after,
    (old, row) => old.level !== row.level || old.remedy !== row.remedy || old.tooltip !== row.tooltip,
  );

type Put = Map<string, HealthTreeRow>;

function rootRows(root: RootHealth, now: number, l10n: L10n, rows: Put): string[] {
  const said = root.isConnected ? (root.health?.rows ?? []) : [];
  const labels = groupLabels(l10n);
  const ids: string[] = [];
  for (const group of Object.keys(labels) as HealthGroup[]) {
    const members = sorted(said.filter((row) => row.group === group));
    if (members.length === 0 && group !== 'coordinator') continue;
    const children = members.slice(0, SHOWN).map((row) => putRow(root.path, row, now, l10n, rows));
    const level = worst(members.map((row) => row.level));
    // VS Code keeps a row closed by its id, and what comes to be ill is to be seen.
    const id = `${root.path}|${group}${level === 'ok' || group === 'coordinator' ? '' : '|ill'}`;
    const description = summary(members, l10n);
    const own = {
      id,
      kind: 'group',
      group,
      label: labels[group],
      remedy: null,
      tooltip: description,
    } as const;
    rows.set(id, { ...own, level, description, children });
    if (group === 'coordinator') putHost(id, root, now, l10n, rows);
    ids.push(id);
  }
  // There is often little room, and what is ill has to be in it.
  return order.flatMap((level) => ids.filter((id) => rows.get(id)?.level === level));
}

/** The heading of the coordinator says who it is. */
function putHost(id: string, root: RootHealth, now: number, l10n: L10n, rows: Put): void {
  const heading = rows.get(id);
  if (heading === undefined) return;
  const { level, says, next, remedy } = hostRow(root, now, l10n);
  const description = healthWords(says, now);
  const advice =
    next === null ? [] : [putNext(`${id}|who`, heading, healthWords(next, now), level, remedy, rows)];
  rows.set(id, {
    ...heading,
    ...{ description, remedy, tooltip: [description, next ?? ''].filter(Boolean).join('\n\n') },
    level: worst([level, heading.level]),
    children: [...advice, ...heading.children],
  });
}

function putRow(root: string, row: HealthRow, now: number, l10n: L10n, rows: Put): string {
  const id = `${root}|${row.id}`;
  const description = healthWords(row.reason, now);
  const next = row.next === null ? null : healthWords(row.next, now);
  const remedy = remedyOf(row);
  const own: HealthTreeRow = {
    ...{ id, kind: 'row', group: row.group, level: row.level, remedy, description },
    label: rowLabel(row, l10n),
    tooltip: [description, next ?? ''].filter(Boolean).join('\n\n'),
    children: [],
  };
  const children = next === null ? [] : [putNext(id, own, next, row.level, remedy, rows)];
  rows.set(id, { ...own, children });
  return id;
}

function putNext(
  of: string,
  { group }: HealthTreeRow,
  next: string,
  level: HealthRow['level'],
  remedy: Remedy | null,
  rows: Put,
): string {
  const id = `${of}|next`;
  rows.set(id, {
    id,
    kind: 'next',
    group,
    level,
    remedy,
    label: next,
    description: '',
    tooltip: next,
    children: [],
  });
  return id;
}

const order: readonly HealthRow['level'][] = ['error', 'warn', 'ok'];
const worst = (levels: readonly HealthRow['level'][]): HealthRow['level'] =>
  order.find((level) => levels.includes(level)) ?? 'ok';

/** What is ill first; the rest as the coordinator has it. */
const sorted = (rows: readonly HealthRow[]): HealthRow[] =>
  order.flatMap((level) => rows.filter((row) => row.level === level));

function summary(rows: readonly HealthRow[], l10n: L10n): string {
  const [first] = rows;
  if (rows.length > SHOWN) return `${counted(rows, l10n)}; ${l10n.t('{0} are shown', SHOWN)}`;
  return rows.length === 1 && first?.level === 'ok' ? l10n.t('well') : counted(rows, l10n);
}

function counted(rows: readonly HealthRow[], l10n: L10n): string {
  const ill = rows.filter(({ level }) => level !== 'ok').length;
  if (ill === 0) return l10n.t('{0}, all well', rows.length);
  return l10n.t('{0} of {1} need a look', ill, rows.length);
}
