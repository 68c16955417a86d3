import { type Disposable, toDisposable } from '../base/disposable.ts';
import { abilitiesOf, type PickingCommand } from './commands/abilities.ts';
import { leaseCommands } from './commands/leaseRules.ts';
import { scopeCommands } from './commands/scopeRules.ts';
import { setContextKey } from './contextKeys.ts';
import type { Roots } from './roots.ts';

/** Leases change often, and nobody opens the palette that often. */
const GATHER_MS = 100;

/** Keeps the palette to what can be done: a context key for each command that picks from something. */
export function showAbilities(roots: Roots): Disposable {
  const shown = new Map<PickingCommand, boolean>();
  let timer: NodeJS.Timeout | undefined;
  const look = (): void => {
    timer = undefined;
    const able = new Set(
      roots.all.flatMap(({ client: { books } }) => (books === null ? [] : [...abilitiesOf(books)])),
    );
    for (const command of [...leaseCommands, ...scopeCommands]) {
      if (shown.get(command) === able.has(command)) continue;
      shown.set(command, able.has(command));
      setContextKey(`signalbox.can.${command}`, able.has(command));
    }
  };
  const listening = roots.onChange(() => {
    timer ??= setTimeout(look, GATHER_MS);
  });
  return toDisposable(() => {
    listening.dispose();
    clearTimeout(timer);
  });
}
