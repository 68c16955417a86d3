import type { PlanFacts, TaskRecord } from '../model/task.ts';

/** What the source says, unless an operator cancelled the task here. Sources say `cancel`, some `cancelled`. */
export const statusOf = ({ cancelledByOperator, facts }: TaskRecord): string =>
  cancelledByOperator || facts.status === 'cancelled' ? 'cancel' : facts.status;

/** Only these plans dispatch (C1). */
export const canDispatchPlan = (plan: PlanFacts | undefined): boolean =>
  plan?.status === 'active' || plan?.status === 'ready';

/** Only these satisfy a dependency (C2). */
export const isPlanSatisfied = (status: string): boolean => status === 'finished' || status === 'archived';

export const isTaskOver = (task: TaskRecord): boolean => {
  const status = statusOf(task);
  return status === 'done' || status === 'cancel';
};
