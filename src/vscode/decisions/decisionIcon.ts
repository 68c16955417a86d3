import type { Icon } from '../leaseIcon.ts';
import type { DecidedRow, OptionRow, QuestionRow } from './decisionRows.ts';

/** The picture of a row; its word stands beside it, so no colour has to be told apart. */
export function decisionIcon(row: QuestionRow | OptionRow | DecidedRow): Icon {
  switch (row.kind) {
    case 'question':
      return row.question.state === 'open'
        ? { id: 'question', color: 'charts.yellow' }
        : { id: 'circle-slash', color: null };
    case 'option':
      return { id: row.option === null ? 'edit' : 'circle-large-outline', color: null };
    case 'decision': {
      const { voided, delivered_at: deliveredAt, shown_at: shownAt } = row.decision;
      if (voided) return { id: 'circle-slash', color: null };
      if (deliveredAt === null) return { id: 'mail', color: 'charts.blue' };
      return { id: shownAt === null ? 'check' : 'check-all', color: null };
    }
  }
}
