import type { Books } from '../books.ts';
import { lastLeases } from '../lastLeases.ts';
import { applies, type LeaseCommand, leaseCommands } from './leaseRules.ts';
import { activeRepos, type ScopeCommand, scopeCommands, scopeRules } from './scopeRules.ts';

/** Commands that are in the palette only while there is something to do with them. */
export type PickingCommand = LeaseCommand | ScopeCommand;

/** For which commands a register has something that they apply to. */
export function abilitiesOf(books: {
  readonly leases: Pick<Books['leases'], 'leases'>;
  readonly scopes: Pick<Books['scopes'], 'scopes'>;
  readonly idleTasks: Pick<Books['idleTasks'], 'hasAny'>;
}): Set<PickingCommand> {
  const { leases } = books.leases;
  const able = new Set<PickingCommand>(books.idleTasks.hasAny ? ['reopenTask', 'cancelTask'] : []);
  const last = lastLeases(leases.values());
  let open = leaseCommands.filter((command) => !able.has(command));
  let queued = 0;
  for (const lease of leases.values()) {
    if (lease.state === 'pending' || lease.state === 'waiting') queued += 1;
    if (open.length === 0) continue;
    const found = open.filter((command) => applies(command, lease, last.has(lease.id)));
    if (found.length === 0) continue;
    for (const command of found) able.add(command);
    open = open.filter((command) => !found.includes(command));
  }
  if (queued < 2) able.delete('moveTask');
  const active = activeRepos(leases.values());
  for (const command of scopeCommands) {
    if (books.scopes.scopes.some((scope) => scopeRules[command](scope, active.has(scope.repo))))
      able.add(command);
  }
  return able;
}
