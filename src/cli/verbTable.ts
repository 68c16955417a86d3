import { leaseVerbs } from './leaseVerbs.ts';
import type { Catalogue } from './verb.ts';

/** Every verb by its name, in the order of the help. Each is loaded when it is called: starting has to be fast. */
export const verbTable: Catalogue = {
  init: () => import('./verbs/init.ts'),
  serve: () => import('./verbs/serve.ts'),
  status: () => import('./verbs/status.ts'),
  watch: () => import('./verbs/watch.ts'),
  health: () => import('./verbs/health.ts'),
  doctor: () => import('./verbs/doctor.ts'),
  history: () => import('./verbs/history.ts'),

  'task add': () => import('./verbs/taskAdd.ts'),
  'task list': () => import('./verbs/taskList.ts'),
  'task show': () => import('./verbs/taskShow.ts'),
  'task update': () => import('./verbs/taskUpdate.ts'),
  'task cancel': () => import('./verbs/taskCancel.ts'),
  'task reopen': () => import('./verbs/taskReopen.ts'),
  'task reorder': () => import('./verbs/taskReorder.ts'),
  'task clear-gate': () => import('./verbs/taskClearGate.ts'),

  next: () => import('./verbs/next.ts'),
  ...leaseVerbs,
  ask: () => import('./verbs/ask.ts'),
  run: () => import('./verbs/run.ts'),
  'worker list': () => import('./verbs/workerList.ts'),
  'worker notice': () => import('./verbs/workerNotice.ts'),
  'worker register': () => import('./verbs/workerRegister.ts'),

  questions: () => import('./verbs/questions.ts'),
  answer: () => import('./verbs/answer.ts'),
  decide: () => import('./verbs/decide.ts'),
  decisions: () => import('./verbs/decisions.ts'),
  receipts: () => import('./verbs/receipts.ts'),
  stop: () => import('./verbs/stop.ts'),
  send: () => import('./verbs/send.ts'),
  continue: () => import('./verbs/continue.ts'),
  pause: () => import('./verbs/pause.ts'),
  resume: () => import('./verbs/resume.ts'),
  take: () => import('./verbs/take.ts'),
  'give-back': () => import('./verbs/giveBack.ts'),

  'config show': () => import('./verbs/configShow.ts'),
  'config confirm': () => import('./verbs/configConfirm.ts'),
  backup: () => import('./verbs/backup.ts'),
  restore: () => import('./verbs/restore.ts'),
  verify: () => import('./verbs/verify.ts'),
  compact: () => import('./verbs/compact.ts'),
  guide: () => import('./verbs/guide.ts'),
  completion: () => import('./verbs/completion.ts'),
  version: () => import('./verbs/version.ts'),
};
