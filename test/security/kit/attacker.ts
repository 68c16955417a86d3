import assert from 'node:assert/strict';
import { RawPeer } from '../../kit/rawPeer.ts';
import { greetedAt, writerOf } from './realHost.ts';

/** An answer that takes longer on a machine that is busy with an attack counts as none. */
const answerWithinMs = 20_000;

type Reply = NonNullable<Awaited<ReturnType<RawPeer['next']>>>;

/** What an attack has at hand: a root with a coordinator, chance, and connections that end with the attack. */
export class Attacker {
  readonly root: string;
  /** Whole numbers below a bound. */
  readonly pick: (bound: number) => number;
  /** Aborted when the fuzzing is over, so that nothing is held longer. */
  readonly over: AbortSignal;
  private readonly peers: RawPeer[] = [];

  constructor(root: string, pick: (bound: number) => number, over: AbortSignal) {
    this.root = root;
    this.pick = pick;
    this.over = over;
  }

  one<T>(of: readonly T[]): T {
    return of[this.pick(of.length)]!;
  }

  bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.pick(256)));
  }

  async connected(): Promise<RawPeer> {
    return this.kept(await RawPeer.connect(writerOf(this.root).endpoint));
  }

  /** On the worker surface. */
  async greeted(): Promise<RawPeer> {
    return this.kept(await greetedAt(this.root, 'worker'));
  }

  /** The next line, whatever it says; null: the server has ended its half. */
  async reply(peer: RawPeer, to: string): Promise<Reply | null> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no answer to ${to}`)), answerWithinMs);
    });
    try {
      return await Promise.race([peer.next(), late]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Sends it, and sees that it is answered by a refusal of this kind, under this id. */
  async refused(peer: RawPeer, sent: string | Uint8Array, kind: string, id: unknown = null): Promise<Reply> {
    peer.write(sent);
    peer.write('\n');
    const what = Buffer.from(sent).subarray(0, 200).toString();
    const reply = await this.reply(peer, what);
    assert.deepEqual([reply?.id, reply?.error?.data.kind], [id, kind], `${what}: ${JSON.stringify(reply)}`);
    return reply!;
  }

  /** The connection goes on: an honest call on it is answered. */
  async goesOn(peer: RawPeer): Promise<void> {
    peer.call('honest', 'scope.list');
    const reply = await this.reply(peer, 'an honest call');
    assert.deepEqual([reply?.id, reply?.error], ['honest', undefined]);
  }

  /** Milliseconds, or less when the fuzzing ends. */
  async holds(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.over.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      this.over.addEventListener('abort', done);
      if (this.over.aborted) done();
    });
  }

  /** Breaks off what is open. */
  leave(): void {
    for (const peer of this.peers.splice(0)) peer.close();
  }

  private kept(peer: RawPeer): RawPeer {
    this.peers.push(peer);
    return peer;
  }
}
