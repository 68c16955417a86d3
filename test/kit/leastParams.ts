import type { MethodName } from '../../src/protocol/methods.ts';

const least: Partial<Record<MethodName, Record<string, unknown>>> = {
  'task.add': { title: 't' },
  'task.show': { task: 'a' },
  'task.update': { task: 'a' },
  'task.cancel': { task: 'a' },
  'task.reopen': { task: 'a' },
  'task.reorder': { task: 'a', before: null },
  'task.clear_gate': { task: 'a' },
  'scope.pause': { repo: 'a' },
  'scope.resume': { repo: 'a' },
  'scope.take': { repo: 'a' },
  'scope.release': { repo: 'a' },
  'lease.turn': { verdict: 'continue' },
  'lease.checkpoint': { checkpoint: {} },
  'lease.fail': { reason: 'r' },
  'question.ask': { text: 't' },
  'question.wait': { question: 'q' },
  'question.answer': { question: 'q', value: 'v' },
  'question.close': { question: 'q' },
  'decision.record': { task: 'a', value: 'v' },
  'worker.register': { worker: 'w' },
  'worker.locate': { worker: 'w' },
  'worker.notice': { worker: 'w', notice: 'prompt' },
  'store.restore': { path: 'p' },
  'config.confirm': { digest: 'd' },
};

/** The least that a method takes; a method that is not named takes nothing. */
export const leastParams = (method: MethodName): Readonly<Record<string, unknown>> => least[method] ?? {};
