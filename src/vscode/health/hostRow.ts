import { localTime } from '../../protocol/times.ts';
import type { HealthRow, HealthView } from '../../protocol/views.ts';
import type { ProtocolError } from '../../protocol/errors.ts';
import type { HostOfRoot } from '../roots.ts';
import type { L10n } from '../l10n.ts';
import type { Remedy } from './remedies.ts';

/** A root with what is known of its coordinator and of this window's own host. */
export interface RootHealth {
  readonly path: string;
  readonly host: Pick<HostOfRoot, 'isServing' | 'isFollowing' | 'startsAgainAt' | 'failure'>;
  readonly isConnected: boolean;
  /** Why nobody answers; null: one does, or nobody was asked yet. */
  readonly away: ProtocolError | null;
  /** As the coordinator said it last; null: it has not yet. */
  readonly health: HealthView | null;
}

/** Who serves a root, in words; ill when nobody answers, and so with what to do. */
export interface HostRow {
  readonly level: HealthRow['level'];
  readonly says: string;
  readonly next: string | null;
  readonly remedy: Remedy | null;
}

/** Which is the writer, and whether this window follows it; without one why, what comes next, and what to do. */
export function hostRow(root: RootHealth, now: number, l10n: L10n): HostRow {
  if (root.isConnected) return { level: 'ok', says: writerSays(root, now, l10n), next: null, remedy: null };
  const { host, away } = root;
  if (host.isFollowing && host.failure !== null) {
    return {
      level: 'error',
      says: l10n.t('another coordinator has the store and does not answer here: {0}', host.failure.message),
      next: l10n.t(
        '{0} If that can not be, take over here: what it has acknowledged stays.',
        host.failure.next,
      ),
      remedy: 'takeOverHere',
    };
  }
  if (host.failure !== null) {
    const { message, next, kind } = host.failure;
    const again = host.startsAgainAt === null ? null : clockTime(host.startsAgainAt);
    return {
      level: 'error',
      says: again === null ? message : l10n.t('{0}; it starts again at {1}', message, again),
      next,
      remedy: kind === 'storage' ? 'runDoctor' : kind === 'newer_schema' ? 'showLog' : 'startCoordinator',
    };
  }
  if (host.isServing && away !== null) {
    return { level: 'warn', says: away.message, next: away.next, remedy: 'showLog' };
  }
  return { level: 'ok', says: l10n.t('is starting'), next: null, remedy: null };
}

function writerSays({ host, health }: RootHealth, now: number, l10n: L10n): string {
  if (health === null) return host.isServing ? l10n.t('this window writes') : l10n.t('this window follows');
  const { runs_in, pid, host: machine, since, term } = health.writer;
  const at = localTime(since, now);
  if (host.isServing) return l10n.t('this window writes, since {0}, term {1}', at, term);
  return runs_in === 'window'
    ? l10n.t(
        'this window follows; another window writes (process {0} on {1}), since {2}, term {3}',
        pid,
        machine,
        at,
        term,
      )
    : l10n.t(
        'this window follows; signalbox serve writes (process {0} on {1}), since {2}, term {3}',
        pid,
        machine,
        at,
        term,
      );
}

/** With seconds: waits are shorter than a minute. */
const clockTime = (at: number): string => new Date(at).toTimeString().slice(0, 8);
