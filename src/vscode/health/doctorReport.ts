import type { DiagnosisView, WayView } from '../../protocol/doctorViews.ts';
import { localTime } from '../../protocol/times.ts';
import type { L10n } from '../l10n.ts';

/** What `signalbox doctor --json` answers. */
export interface DoctorAnswer {
  readonly findings: readonly DoctorFinding[];
  /** What `--fix` did, one line each. */
  readonly mended?: readonly string[];
}

export interface DoctorFinding {
  readonly name: string;
  readonly level: 'ok' | 'warn' | 'error';
  readonly says: string;
  readonly next: string | null;
}

const headings = [
  ['error', 'Wrong'],
  ['warn', 'Worth a look'],
  ['ok', 'Well'],
] as const;

const sections = (findings: readonly DoctorFinding[]): string[] =>
  headings.flatMap(([level, heading]) => {
    const lines = findings.filter((finding) => finding.level === level).map(findingText);
    return lines.length === 0 ? [] : [`## ${heading}`, lines.join('\n')];
  });

const findingText = ({ name, says, next }: DoctorFinding): string =>
  `- ${name}: ${says}${next === null ? '' : `\n  -> ${next}`}`;

/** A page to read, what is wrong first. */
export function doctorReport(root: string, { findings, mended = [] }: DoctorAnswer): string {
  const done = mended.length === 0 ? [] : ['## Repaired', mended.map((line) => `- ${line}`).join('\n')];
  return `${[`# Signalbox doctor: ${root}`, ...done, ...sections(findings)].join('\n\n')}\n`;
}

/** What the doctor can mend by itself or with a person's choice; the rest is for a person. */
export const isMendable = (findings: readonly DoctorFinding[]): boolean =>
  findings.some(
    ({ name, level, next }) =>
      level === 'error' && (name === 'state files' || next?.includes('doctor --fix') === true),
  );

export interface WayText {
  readonly from: 'history' | 'backup';
  readonly label: string;
  readonly says: string;
}

/** What a damaged store can go on from, and what would be lost. */
export function wayTexts({ history, backup, reached }: DiagnosisView, now: number, l10n: L10n): WayText[] {
  const says = (way: WayView): string => {
    const isShort = reached !== null && reached.position > way.position;
    return isShort
      ? l10n.t(
          'to {0}; what came after, to {1}, would be lost',
          place(way, now, l10n),
          place(reached, now, l10n),
        )
      : l10n.t('to {0}; nothing that any file speaks of would be lost', place(way, now, l10n));
  };
  return [
    ...(history === null
      ? []
      : [{ from: 'history' as const, label: l10n.t('What Can Be Read'), says: says(history) }]),
    ...(backup === null
      ? []
      : [{ from: 'backup' as const, label: l10n.t('The Newest Good Backup'), says: says(backup) }]),
  ];
}

const place = ({ position, at }: { position: number; at: number | null }, now: number, l10n: L10n): string =>
  at === null ? l10n.t('position {0}', position) : l10n.t('position {0} ({1})', position, localTime(at, now));
