import type { LeaseView } from '../../protocol/views.ts';
import { leaseLine } from './leaseText.ts';
import type { Paper } from './paper.ts';

/** A lease that has ended, and the one that goes on from it, if any. */
export const endedText = (
  paper: Paper,
  { lease, successor }: { readonly lease: LeaseView; readonly successor: LeaseView | null },
): string =>
  [
    leaseLine(paper, lease),
    ...(successor === null ? [] : [`Goes on as ${leaseLine(paper, successor)}`]),
  ].join('\n');
