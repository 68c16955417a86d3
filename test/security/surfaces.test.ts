import assert from 'node:assert/strict';
import { type MethodName, methods } from '../../src/protocol/methods.ts';
import { schemas } from '../../src/protocol/schemas.ts';
import { bundled } from '../kit/bundled.ts';
import { leastParams } from '../kit/leastParams.ts';
import { RawPeer } from '../kit/rawPeer.ts';
import { type Running, shells } from '../kit/shells.ts';
import { greetedAt, type Secret, writerOf } from './kit/realHost.ts';

const all = Object.keys(methods) as MethodName[];
const forPersons = all.filter((method) => methods[method].surface === 'operator');
const everyOne = (names: readonly MethodName[], kind: string) =>
  Object.fromEntries(names.map((method) => [method, kind]));

/** A value that a parameter does not take. */
const wrongFor = (method: MethodName, field: string): unknown => {
  const shape: Readonly<Record<string, { safeParse(value: unknown): { success: boolean } }>> =
    schemas[method].shape;
  return shape[field]?.safeParse(5).success === true ? 'no number' : 5;
};

/** As the design has it: a method that moves from one surface to the other is seen here. */
const forPersonsByDesign = [
  ...['task.update', 'task.cancel', 'task.reopen', 'task.reorder', 'task.clear_gate'],
  ...['scope.pause', 'scope.resume', 'scope.take', 'scope.release'],
  ...['lease.stop', 'lease.send', 'lease.continue', 'question.answer', 'question.close', 'decision.record'],
  ...['store.backup', 'store.restore', 'store.compact', 'config.confirm'],
];

describe('every method, over the socket of a real coordinator', function () {
  this.timeout(60_000);
  const { served, person, terminal } = shells();
  const peers: RawPeer[] = [];
  afterEach(() => {
    for (const peer of peers.splice(0)) peer.close();
  });
  const greeted = async (root: string, secret: Secret) => {
    const peer = await greetedAt(root, secret);
    peers.push(peer);
    return peer;
  };

  /** What each of these methods answers: the kind of its refusal, with the field that it names. */
  async function answers(
    peer: RawPeer,
    names: readonly MethodName[],
    params: (method: MethodName) => object,
  ): Promise<Record<string, string>> {
    const found: Record<string, string> = {};
    for (const method of names) {
      peer.call(method, method, params(method));
      const reply = await peer.next();
      const refusal = reply?.error?.data;
      const field = refusal?.facts['field'];
      found[String(reply?.id)] = (refusal?.kind ?? 'done') + (typeof field === 'string' ? ` ${field}` : '');
    }
    return found;
  }

  it('who has not said hello is refused each of them, and the connection ends', async () => {
    const { root } = await served();
    const found: Record<string, string> = {};
    for (const method of all) {
      const peer = await RawPeer.connect(writerOf(root).endpoint);
      peers.push(peer);
      peer.call(method, method, leastParams(method));
      const replies = await peer.rest();
      found[method] = replies.map(({ error }) => error?.data.kind ?? 'done').join();
    }
    assert.deepEqual(found, everyOne(all, 'unauthenticated'));
  });

  it('a worker is refused each of those that are for a person, whatever it says in them', async () => {
    const { root } = await served();
    const worker = await greeted(root, 'worker');
    const refused = everyOne(forPersons, 'forbidden');
    assert.deepEqual(forPersons, forPersonsByDesign);
    assert.deepEqual(await answers(worker, forPersons, leastParams), refused);
    assert.deepEqual(await answers(worker, forPersons, () => ({ colour: 'red' })), refused);
  });

  for (const secret of ['worker', 'operator'] as const) {
    const allowed = secret === 'operator' ? all : all.filter((method) => !forPersons.includes(method));

    it(`the ${secret} surface: a parameter that a method does not have is refused, and named`, async () => {
      const { root } = await served();
      const peer = await greeted(root, secret);
      const found = await answers(peer, allowed, (method) => ({ ...leastParams(method), colour: 'red' }));
      assert.deepEqual(found, everyOne(allowed, 'invalid_params colour'));
    });
  }

  it('each parameter of each method is refused when it is of another type or missing, and named', async () => {
    const { root } = await served();
    const peer = await greeted(root, 'operator');
    const [found, wanted]: [Record<string, unknown>, Record<string, unknown>] = [{}, {}];
    for (const field of new Set(all.flatMap((method) => Object.keys(schemas[method].shape)))) {
      const refusal = `invalid_params ${field}`;
      const taking = all.filter((method) => field in schemas[method].shape);
      found[field] = await answers(peer, taking, (method) => ({
        ...leastParams(method),
        [field]: wrongFor(method, field),
      }));
      wanted[field] = everyOne(taking, refusal);
      const needing = taking.filter((method) => field in leastParams(method));
      found[`no ${field}`] = await answers(peer, needing, (method) => {
        const { [field]: _left, ...rest } = leastParams(method);
        return rest;
      });
      wanted[`no ${field}`] = everyOne(needing, refusal);
    }
    assert.deepEqual(found, wanted);
  });

  it('parameters that are no object are refused by each, and so is an unknown method', async () => {
    const { root } = await served();
    const peer = await greeted(root, 'operator');
    for (const params of [[1], 'text', 5, null, true]) {
      assert.deepEqual(
        await answers(peer, all, () => params as never),
        everyOne(all, 'invalid_params params'),
      );
    }
    for (const method of ['', 'lease', 'lease.steal', '__proto__', 'constructor', 'x'.repeat(100_000)]) {
      peer.call(1, method);
      const reply = await peer.next();
      assert.deepEqual([reply?.error?.code, reply?.error?.data.kind], [-32601, 'invalid_params']);
    }
  });

  const finders: [where: string, lines: (script: string) => string][] = [
    ['below the shell that holds a lease', (script) => `signalbox next >/dev/null; node ${script}`],
    ['deeper below it', (script) => `signalbox next >/dev/null; sh -c 'sh -c "node ${script}; true"; true'`],
    [
      'below it when the work is done',
      (script) => `signalbox next >/dev/null; signalbox complete >/dev/null; node ${script}`,
    ],
    ['below `signalbox run`', (script) => `signalbox run -- node ${script}`],
  ];
  for (const [where, lines] of finders) {
    it(`T7: ${where} the operator's key gives none of what is for a person`, async () => {
      const script = await bundled('test/security/programs/callEveryMethod.ts');
      const { root } = await served();
      await person(root, 'task', 'add', 'One');
      const finder = terminal(root, lines(script));
      assert.deepEqual(await saidBy(finder), {
        surface: 'worker',
        kinds: everyOne(forPersons, 'forbidden'),
      });
    });
  }

  it('T7: elsewhere the same program with the same key is a person', async () => {
    const script = await bundled('test/security/programs/callEveryMethod.ts');
    const { root } = await served();
    const { surface, kinds } = await saidBy(terminal(root, `node ${script}`));
    assert.deepEqual([surface, kinds], ['operator', everyOne(forPersons, 'invalid_params')]);
  });
});

async function saidBy(finder: Running): Promise<{ surface: string; kinds: Record<string, string> }> {
  const said = await finder.says(/^\{"surface".*\}$/m);
  return JSON.parse(said) as { surface: string; kinds: Record<string, string> };
}
