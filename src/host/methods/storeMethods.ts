import { backupFile, backUp, compact, storedView, verifiedAnswer } from '../storeAnswers.ts';
import type { Handlers, MethodContext } from './methodContext.ts';

/** What a person does with the store as a whole while it is served; `storeCommand.ts` does it when it is not. */
export const storeMethods = {
  'store.backup': ({ path: folder }, { register, signal }) => backUp(register, folder, { signal: signal() }),
  'store.restore': async ({ path: given, check }, context) => {
    const { register, restoring, signal } = context;
    const file = backupFile(given);
    const current = await currentView(context);
    if (check === true) {
      const backup = storedView(await restoring.check(file, signal()));
      return { replaced: null, backup, current, position: register.facts().position };
    }
    const { checked, replaced } = await restoring.restore(file, signal());
    return { replaced, backup: storedView(checked), current, position: checked.last };
  },
  'store.verify': async (_, { register, signal, onProgress }) =>
    verifiedAnswer(await register.verify({ signal: signal(), onProgress }), register.facts().position),
  /** Retention first: what it marks, the new snapshot leaves to the archive. */
  'store.compact': async (_, { coordinator, register, signal, onProgress }) => {
    await coordinator.archive({ signal: signal() });
    return compact(register, { signal: signal(), onProgress });
  },
} satisfies Handlers;

async function currentView({ register, coordinator }: MethodContext) {
  const { position } = register.facts();
  const { events } = await coordinator.history({}, Math.max(1, position), 1);
  return { events: position, last_at: events[0]?.at ?? null };
}
