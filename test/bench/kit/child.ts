import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/** A program of the bench in a process of its own, asked one thing at a time. */
export class Child {
  private readonly process: ChildProcess;
  private readonly ended: Promise<unknown>;

  /** @param program path of a .ts file that calls `answerParent` */
  constructor(program: string, { nodeOptions = [] }: { nodeOptions?: readonly string[] } = {}) {
    this.process = fork(program, [], {
      execArgv: ['--import', './test/typescript.mjs', ...nodeOptions],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      serialization: 'advanced',
    });
    this.ended = once(this.process, 'exit');
  }

  async ask<A>(question: object): Promise<A> {
    const answered = once(this.process, 'message') as Promise<[{ answer?: A; error?: string }]>;
    this.process.send(question);
    const gone = this.ended.then(() => {
      throw new Error('a program of the bench ended before it answered');
    });
    gone.catch(() => undefined);
    const [{ answer, error }] = await Promise.race([answered, gone]);
    if (error !== undefined) throw new Error(error);
    return answer as A;
  }

  async end(): Promise<void> {
    this.process.kill();
    await this.ended;
  }
}

/** The other side: answers the parent's questions in their order. */
export function answerParent(answer: (question: never) => unknown): void {
  process.on('message', (question) => {
    void Promise.resolve(question as never)
      .then(answer)
      .then(
        (value) => process.send?.({ answer: value }),
        (error: unknown) =>
          process.send?.({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
      );
  });
}
