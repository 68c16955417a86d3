import type { Source } from '../coordinator/ports.ts';
import type { Receipt } from '../core/model/records.ts';
import type { ReceiptId } from '../core/model/ids.ts';
import type { Snapshot, SourceDependency, SourceTask } from '../core/model/snapshot.ts';
import type { State } from '../core/model/state.ts';
import type { TaskFacts } from '../core/model/task.ts';
import { workspaceSource } from '../core/model/workspace.ts';
import { acknowledgeAll } from './acknowledgeAll.ts';

/**
 * The built-in source: its tasks live in the register itself, written by `task.add` and `task.update`. Its snapshot says
 * what is there, in the words of every source. It takes no receipts and knows no person's words but the register's.
 */
export class WorkspaceSource implements Source {
  readonly name = workspaceSource;
  private readonly readState: () => State;

  constructor(readState: () => State) {
    this.readState = readState;
  }

  async snapshot(signal: AbortSignal): Promise<Snapshot> {
    signal.throwIfAborted();
    const state = this.readState();
    const tasks = [...state.tasks.values()].map(({ facts }) => facts);
    const plans = [...state.plans.values()];
    return {
      repos: [],
      // A plan without a repo was made by no command, so there is none.
      plans: plans.flatMap(({ source, externalId, repo, status }) =>
        source === workspaceSource && repo !== null ? [{ id: externalId, repo_id: repo, status }] : [],
      ),
      tasks: tasks.filter(({ source, kind }) => source === workspaceSource && kind === 'task').map(toTask),
      dependencies: (state.dependencies.get(workspaceSource) ?? []).map(({ from, to }) => toEdge(from, to)),
      messages: [],
    };
  }

  async project(receipts: readonly Receipt[], signal: AbortSignal): Promise<readonly ReceiptId[]> {
    return acknowledgeAll(receipts, signal);
  }
}

/** An id as its own source says it; one of another source stays whole. */
const localId = (id: string): string =>
  id.startsWith(`${workspaceSource}/`) ? id.slice(workspaceSource.length + 1) : id;

const toTask = (facts: TaskFacts): SourceTask => ({
  id: facts.externalId,
  workplan_id: facts.plan === null ? null : localId(facts.plan),
  status: facts.status,
  title: facts.title,
  needs_human: facts.needsHuman,
  intervention_note: facts.interventionNote,
  blocking_reason: facts.blockingReason,
  action_classes: facts.actionClasses,
  project: facts.repo,
});

function toEdge(from: string, to: string): SourceDependency {
  const [waits, isAwaited] = [localId(from), localId(to)];
  return {
    id: `${waits} -> ${isAwaited}`,
    from_workplan_id: waits,
    to_workplan_id: isAwaited,
    relationship_type: 'blocks',
  };
}
