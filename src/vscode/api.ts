import type { LeaseView } from '../protocol/views.ts';
import type { Event } from '../base/emitter.ts';
import type { Roots } from './roots.ts';

/**
 * What other extensions may read: `await extensions.getExtension('signalbox.signalbox')?.activate()`. It only tells; who
 * wants something done runs a command. It grows, and what it has never changes; `version` would say so.
 */
export interface SignalboxApi {
  readonly version: 1;
  /** Whether a coordinator answers for one of the window's folders at least. */
  readonly isConnected: boolean;
  /** The leases of the window's coordinators by now, those of the protocol; empty while none answers. */
  leases(): readonly LeaseView[];
  /** Leases, or who answers, are other than before. */
  readonly onDidChange: Event<void>;
}

/** Nothing that is given away can be changed: the views show the same objects. */
export const signalboxApi = (roots: Pick<Roots, 'all' | 'leases' | 'onChange'>): SignalboxApi =>
  Object.freeze({
    version: 1,
    get isConnected() {
      return roots.all.some(({ client }) => client.isConnected);
    },
    leases: () => Object.freeze([...roots.leases().values()].map(frozen)),
    onDidChange: roots.onChange,
  });

function frozen(lease: LeaseView): LeaseView {
  Object.freeze(lease.transport);
  return Object.freeze(lease);
}
