import type { Answers, CommandOf } from '../core/commands.ts';
import type { RequestMark, Waiter } from '../core/context.ts';
import type { Actor } from '../core/events.ts';
import type { RepoSlug, TaskId, WorkerId } from '../core/model/ids.ts';
import type { Settings } from '../core/model/settings.ts';

/** A `next` that was answered without a lease, as one that waits for work (C6). Its parameters have been judged. */
export function waiterOf(
  params: CommandOf<'lease.next'>['params'],
  by: { readonly actor: Actor; readonly request?: RequestMark | null },
  { ended }: Answers['lease.next'],
  { repos }: Settings,
): Waiter {
  return {
    actor: by.actor,
    worker: (params.worker ?? params.repo ?? repos[0]?.slug) as WorkerId,
    session: params.session ?? null,
    process: params.process ?? null,
    repo: (params.repo ?? null) as RepoSlug | null,
    taskId: (params.task ?? null) as TaskId | null,
    ttlMs: typeof params.ttl_ms === 'number' ? params.ttl_ms : null,
    request: by.request ?? null,
    ended,
  };
}
