import assert from 'node:assert/strict';
import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { SourceFault } from '../../src/coordinator/ports.ts';
import type { ReceiptId } from '../../src/core/model/ids.ts';
import type { Receipt } from '../../src/core/model/records.ts';
import type { Snapshot } from '../../src/core/model/snapshot.ts';
import type { HubOptions, HubSurroundings } from '../../src/sources/hub/hubOptions.ts';
import { HubSource } from '../../src/sources/hub/hubSource.ts';
import type { Behaviour } from '../hub/behaviour.ts';
import type { ReferenceHub } from '../hub/referenceHub.ts';
import { eventually } from '../kit/eventually.ts';
import { referenceHubs } from '../kit/referenceHubs.ts';
import { temporaryFolders } from '../kit/temporaryFolders.ts';
import { sourceContract } from './sourceContract.ts';

const { signal } = new AbortController();
const empty = { repos: [], plans: [], tasks: [], dependencies: [], messages: [] };
const task = (id: string, title = `Task ${id}`) => ({ id, status: 'todo', title });
const receipt = (id: string, more: object = {}) =>
  ({
    ...{ id, leaseId: 'lease', triggerId: 'trigger', source: 'hub', externalId: 'one', repo: 'app' },
    ...{ state: 'offered', reason: null, attempt: 1, transportState: 'queued', at: 1_000, ...more },
  }) as Receipt;
const secret = 'hunter2-hunter2';

describe('HubSource', () => {
  const startHub = referenceHubs();
  const newFolder = temporaryFolders();
  const sources: HubSource[] = [];
  let clock = 0;
  let hub: ReferenceHub;

  beforeEach(async () => {
    clock = Date.UTC(2030, 0, 1);
    hub = await startHub({ tasks: [task('one')] });
  });
  afterEach(() => sources.splice(0).forEach((source) => source.dispose()));

  function sourceOf(options: Partial<HubOptions> = {}, surroundings: Partial<HubSurroundings> = {}) {
    const all = { root: '/nowhere', home: '/nowhere', platform: process.platform, env: {}, version: '1.2.3' };
    const source = new HubSource(
      'hub',
      { url: hub.url, ...options },
      { ...all, now: () => clock, ...surroundings },
    );
    sources.push(source);
    return source;
  }
  async function faultOf(asking: Promise<unknown>): Promise<SourceFault> {
    const error = await asking.then(
      () => assert.fail('it was answered'),
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof SourceFault, String(error));
    assert.ok(error.next !== '');
    return error;
  }
  const snapshotFault = (source = sourceOf()) => faultOf(source.snapshot(signal));
  const hostOf = (of: ReferenceHub) => new URL(of.url).host;
  const last = () => hub.requests.at(-1);

  sourceContract(() => ({ source: sourceOf(), expected: { ...empty, tasks: [task('one')] } }));

  describe('asks for its snapshot', () => {
    it('below its URL, whatever that ends with, and says who asks', async () => {
      for (const ending of ['', '/', '//', '/?', '/#top']) {
        await sourceOf({ url: `${hub.url}${ending}` }).snapshot(signal);
        assert.equal(last()?.path, '/v1/snapshot');
      }
      assert.equal(last()?.headers['user-agent'], 'signalbox/1.2.3');
      await faultOf(sourceOf({ url: `${hub.url}/a/b/?project=7` }).snapshot(signal));
      assert.equal(last()?.path, '/a/b/v1/snapshot');
    });

    it('C4: what has not changed is as good and new as on the first day', async () => {
      const source = sourceOf();
      const first = await source.snapshot(signal);
      assert.equal(last()?.headers['if-none-match'], undefined);
      const second = await source.snapshot(signal);
      assert.match(String(last()?.headers['if-none-match']), /^"/);
      assert.equal(second, first);
      hub.snapshot = { ...empty, tasks: [task('two')] };
      assert.deepEqual(await source.snapshot(signal), { ...empty, tasks: [task('two')] });
    });

    it('C4: a failure in between loses neither the tag nor what it stands for', async () => {
      const source = sourceOf();
      const first = await source.snapshot(signal);
      hub.behaviour = 'failing';
      await snapshotFault(source);
      hub.behaviour = 'good';
      assert.equal(await source.snapshot(signal), first);
    });

    it('a tag that can not be sent back is not used', async () => {
      for (const etag of ['', 'none', '"a b"', `"${'x'.repeat(1001)}"`]) {
        hub.behaviour = { status: 200, headers: { etag }, body: JSON.stringify(empty) };
        const source = sourceOf();
        await source.snapshot(signal);
        await source.snapshot(signal);
        assert.equal(last()?.headers['if-none-match'], undefined);
      }
    });

    it('takes a packed answer', async () => {
      await sourceOf().snapshot(signal);
      assert.equal(last()?.headers['accept-encoding'], 'gzip');
    });

    it('drops what it does not know', async () => {
      hub.snapshot = { ...empty, tasks: [{ ...task('one'), extra: 1 }], more: [] } as unknown as Snapshot;
      assert.deepEqual(await sourceOf().snapshot(signal), { ...empty, tasks: [task('one')] });
    });
  });

  describe('C4: gives no snapshot, but says what happened and what to do', () => {
    const json = { 'content-type': 'application/json' };
    const big = Buffer.alloc(16 * 1024 * 1024 + 1, ' ');
    const cases: readonly (readonly [name: string, Behaviour, message: RegExp, next: RegExp])[] = [
      ['401', { status: 401 }, /^HOST wants a token \(401\)$/, /tokenFile or a tokenEnv/],
      ['403', { status: 403 }, /^HOST refuses access \(403\)$/, /^Ask who runs the hub/],
      ['404', { status: 404 }, /^HOST has no hub at that address \(404\)$/, /^Correct url/],
      ['500', { status: 500 }, /^HOST can't answer now \(500\)$/, /asked again by itself/],
      ['429', { status: 429 }, /^HOST can't answer now \(429\)$/, /asked again by itself/],
      ['304 that was not asked for', { status: 304 }, /no hub gives \(304\)$/, /docs\/hub\.md/],
      ['204', { status: 204 }, /no hub gives \(204\)$/, /docs\/hub\.md/],
      ['another shape', 'wrong', /^what HOST says is not as agreed: repos is missing/, /^Correct the hub/],
      [
        'a connection that is closed',
        'hangUp',
        /^HOST closed the connection in the middle/,
        /log of the hub/,
      ],
      [
        'a page for people',
        { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body: '<p>Log in</p>' },
        /^HOST did not answer JSON, but said it is text\/html$/,
        /login page or a proxy/,
      ],
      ['nothing', { status: 200 }, /^HOST did not answer JSON$/, /login page or a proxy/],
      [
        'bytes that are no UTF-8',
        { status: 200, headers: json, body: Buffer.from([0x22, 0xff, 0x22]) },
        /did not answer JSON, but said it is application\/json$/,
        /login page/,
      ],
      [
        'too much',
        { status: 200, headers: json, body: big },
        /^HOST answered more than 16 MiB$/,
        /leave out/,
      ],
      [
        'a little that unpacks to too much',
        { status: 200, headers: { ...json, 'content-encoding': 'gzip' }, body: gzipSync(big) },
        /^HOST answered more than 16 MiB$/,
        /leave out/,
      ],
      [
        'damaged gzip',
        { status: 200, headers: { ...json, 'content-encoding': 'gzip' }, body: '{}' },
        /^the packed answer of HOST is damaged \(Z_DATA_ERROR\)$/,
        /gzip/,
      ],
      [
        'gzip without its end',
        { status: 200, headers: { 'content-encoding': 'gzip' }, body: gzipSync('{"a": 1}').subarray(0, 15) },
        /^the packed answer of HOST is damaged \(Z_BUF_ERROR\)$/,
        /gzip/,
      ],
      [
        'another packing',
        { status: 200, headers: { 'content-encoding': 'br' }, body: 'x' },
        /^HOST packed its answer otherwise than by gzip$/,
        /Accept-Encoding/,
      ],
    ];
    for (const [name, behaviour, message, next] of cases) {
      it(name, async () => {
        hub.behaviour = behaviour;
        const fault = await snapshotFault();
        assert.match(fault.message.replaceAll(hostOf(hub), 'HOST'), message);
        assert.match(fault.next, next);
        hub.behaviour = 'good';
        assert.deepEqual(await sourceOf().snapshot(signal), { ...empty, tasks: [task('one')] });
      });
    }

    it('a hub that is down, until it is up again', async () => {
      const source = sourceOf();
      await hub.stop();
      const fault = await snapshotFault(source);
      assert.equal(fault.message, `${hostOf(hub)} can't be reached (ECONNREFUSED)`);
      await hub.start();
      assert.deepEqual(await source.snapshot(signal), { ...empty, tasks: [task('one')] });
    });

    it('a host that is not there', async () => {
      const fault = await snapshotFault(sourceOf({ url: 'http://hub.invalid/' }));
      assert.match(
        fault.message,
        /^there is no host hub\.invalid, or this machine is offline \((ENOTFOUND|EAI_AGAIN)\)$/,
      );
    });

    it('TLS where there is none', async () => {
      const fault = await snapshotFault(sourceOf({ url: hub.url.replace('http:', 'https:') }));
      assert.match(fault.message, /^no TLS connection to .* could be made \((EPROTO|ERR_SSL_\w+)\)$/);
      assert.match(fault.next, /is it https/);
    });

    it('an end that is waited for no longer: the reason of the one who waited', async () => {
      hub.behaviour = 'silent';
      const source = sourceOf();
      const controller = new AbortController();
      const waiting = source.snapshot(controller.signal);
      await eventually('the hub has been asked', () => hub.requests.length > 0);
      const reason = new Error('timed out after 10 s');
      controller.abort(reason);
      await assert.rejects(waiting, reason);
    });

    it('a source that the configuration has given up', async () => {
      const source = sourceOf();
      await source.snapshot(signal);
      source.dispose();
      source.dispose();
      assert.match((await snapshotFault(source)).message, /the configuration has changed$/);
    });
  });

  describe('leaves the hub alone when it says so', () => {
    const wait = { status: 503, headers: { 'retry-after': '90' } };

    it('C4: until the time of Retry-After, without asking', async () => {
      hub.behaviour = wait;
      const source = sourceOf();
      const message = `${hostOf(hub)} asked to be left alone until 2030-01-01T00:01:30.000Z (503)`;
      assert.equal((await snapshotFault(source)).message, message);
      hub.behaviour = 'good';
      clock += 89_999;
      assert.equal((await snapshotFault(source)).message, message);
      assert.equal(hub.requests.length, 1);
      clock += 1;
      assert.deepEqual(await source.snapshot(signal), { ...empty, tasks: [task('one')] });
    });

    it('C19: receipts that have to wait hold up no snapshot', async () => {
      hub.behaviour = wait;
      const source = sourceOf();
      await faultOf(source.project([receipt('a')], signal));
      hub.behaviour = 'good';
      await source.snapshot(signal);
      await faultOf(source.project([receipt('a')], signal));
      assert.equal(hub.receipts.timesOf('a'), 0);
      clock += 90_000;
      assert.deepEqual(await source.project([receipt('a')], signal), ['a']);
    });
  });

  describe('delivers receipts', () => {
    const ids = (...all: string[]) => all as ReceiptId[];

    it('C18: with these keys and no other', async () => {
      const given = { ...receipt('a', { reason: 'gated' }), title: 'x', prompt: 'x', checkpoint: {} };
      await sourceOf().project([given], signal);
      assert.deepEqual(JSON.parse(last()?.body ?? ''), {
        receipts: [
          {
            ...{ id: 'a', lease_id: 'lease', trigger_id: 'trigger', source: 'hub', external_id: 'one' },
            ...{ repo: 'app', state: 'offered', reason: 'gated', attempt: 1, transport_state: 'queued' },
            at: 1_000,
          },
        ],
      });
      assert.equal(last()?.headers['content-type'], 'application/json');
    });

    it('C19: one that got lost on the way back is sent again, and is there once', async () => {
      hub.behaviour = 'forgetful';
      const source = sourceOf();
      await faultOf(source.project([receipt('a')], signal));
      hub.behaviour = 'good';
      assert.deepEqual(await source.project([receipt('a'), receipt('b')], signal), ids('a', 'b'));
      assert.deepEqual(
        hub.receipts.all().map(({ id }) => [id, hub.receipts.timesOf(id)]),
        [
          ['a', 2],
          ['b', 1],
        ],
      );
    });

    it('C19: only what the hub says it has is acknowledged, each once, nothing that was not sent', async () => {
      const all = [receipt('a'), receipt('b'), receipt('c')];
      hub.behaviour = 'partial';
      assert.deepEqual(await sourceOf().project(all, signal), ids('a', 'b'));
      hub.behaviour = 'duplicate';
      assert.deepEqual(await sourceOf().project(all, signal), ids('a', 'b', 'c'));
    });

    it('C19: an answer of another shape acknowledges nothing', async () => {
      hub.behaviour = 'wrong';
      const fault = await faultOf(sourceOf().project([receipt('a')], signal));
      assert.match(
        fault.message,
        /not as agreed: the answer to receipts must be \{"acknowledged": \[ids\]\}\.$/,
      );
    });

    it('packed, once the hub has said that it takes that', async () => {
      const source = sourceOf();
      const many = Array.from({ length: 100 }, (_, index) => receipt(`r${index}`));
      await source.project(many, signal);
      assert.equal(last()?.headers['content-encoding'], undefined);
      await source.project(many, signal);
      assert.equal(last()?.headers['content-encoding'], 'gzip');
      assert.equal(hub.receipts.all().length, 100);
      hub.behaviour = { status: 415 };
      await faultOf(source.project([receipt('a')], signal));
      assert.equal(last()?.headers['content-encoding'], undefined);
    });
  });

  describe('follows a redirect', () => {
    const to = (location: string, status = 307): Behaviour => ({ status, headers: { location } });

    it('on the same host and port, with its token, at most three times', async () => {
      hub.token = secret;
      const path = newFolder();
      writeFileSync(`${path}/token`, secret, { mode: 0o600 });
      hub.behaviour = to('/v1/snapshot');
      const source = sourceOf({ tokenFile: `${path}/token` });
      const fault = await snapshotFault(source);
      assert.equal(fault.message, `${hostOf(hub)} redirects more than 3 times`);
      assert.deepEqual(
        hub.requests.map(({ headers }) => headers.authorization),
        Array.from({ length: 4 }, () => `Bearer ${secret}`),
      );
    });

    it('never to another host or port, nor with a user name', async () => {
      const other = await startHub();
      for (const [location, message] of [
        [
          `${other.url}/v1/snapshot?${secret}`,
          `${hostOf(hub)} redirects to ${hostOf(other)}, where its token must not go`,
        ],
        [
          hub.url.replace('//', `//me:${secret}@`),
          `${hostOf(hub)} redirects to a URL with a user name or password`,
        ],
        ['http://', `${hostOf(hub)} redirects to nowhere`],
      ] as const) {
        hub.behaviour = to(location);
        const fault = await snapshotFault();
        assert.equal(fault.message, message);
      }
      assert.deepEqual(other.requests, []);
    });

    it('with a POST only as a POST', async () => {
      hub.behaviour = to('/v1/receipts', 303);
      assert.match((await faultOf(sourceOf().project([receipt('a')], signal))).message, /\(303\)$/);
      assert.equal(hub.requests.length, 1);
    });
  });

  describe('shows its token', () => {
    const inFile = (text: string, mode = 0o600) => {
      const file = path.join(newFolder(), 'token');
      writeFileSync(file, text);
      chmodSync(file, mode);
      return file;
    };
    beforeEach(() => (hub.token = secret));

    it('from the environment, or from a file that is read each time', async () => {
      await sourceOf({ tokenEnv: 'HUB_TOKEN' }, { env: { HUB_TOKEN: secret } }).snapshot(signal);
      const tokenFile = inFile(`${secret}\n`);
      const source = sourceOf({ tokenFile });
      await source.snapshot(signal);
      hub.token = 'another';
      const fault = await snapshotFault(source);
      assert.deepEqual(
        [fault.message, fault.next],
        [
          `${hostOf(hub)} does not take the token (401)`,
          `Put the token that holds now into ${tokenFile}; it is read each time.`,
        ],
      );
      writeFileSync(tokenFile, 'another');
      await source.snapshot(signal);
    });

    it('from a file relative to the workspace or the home folder', async () => {
      const file = inFile(secret);
      const folder = path.dirname(file);
      await sourceOf({ tokenFile: 'token' }, { root: folder }).snapshot(signal);
      await sourceOf({ tokenFile: '~/token' }, { home: folder }).snapshot(signal);
    });

    it('never in an error', async () => {
      hub.token = 'another';
      const tokenFile = inFile(secret);
      const env = { HUB_TOKEN: secret };
      for (const options of [{ tokenFile }, { tokenEnv: 'HUB_TOKEN' }]) {
        for (const behaviour of ['good', 'failing', 'wrong', 'hangUp'] as const) {
          hub.behaviour = behaviour;
          const fault = await snapshotFault(sourceOf(options, { env }));
          assert.doesNotMatch(`${fault.stack ?? ''}${fault.next}${JSON.stringify(fault)}`, /hunter2/);
        }
      }
    });

    it('not at all, and says why, when there is none that can be used', async () => {
      const folder = newFolder();
      const open = inFile(secret, 0o644);
      for (const [options, message, next] of [
        [{ tokenFile: open }, `others may use the token file ${open} (mode 644)`, `Run: chmod 600 ${open}`],
        [{ tokenFile: '/nowhere/t' }, "the token file /nowhere/t can't be read (ENOENT)", /chmod 600/],
        [{ tokenFile: folder }, `the token file ${folder} is no file`, /Put a file there/],
        [
          { tokenEnv: 'NONE' },
          'the environment variable NONE, which is to hold the token, is not set',
          /Set it/,
        ],
        [
          { tokenEnv: 'EMPTY' },
          'the environment variable EMPTY, which is to hold the token, is not set',
          /Set it/,
        ],
        [{ tokenEnv: 'TWO' }, 'TWO holds no token', /one line without spaces/],
      ] as const) {
        const fault = await snapshotFault(sourceOf(options, { env: { EMPTY: '', TWO: 'hunter2\nhunter2' } }));
        assert.equal(fault.message, message);
        assert.match(fault.next, typeof next === 'string' ? new RegExp(`^${next}$`) : next);
      }
      for (const text of ['', ' \n', 'a b', 'a\nb', 'ü', 'x'.repeat(4097)]) {
        const file = inFile(text);
        assert.equal((await snapshotFault(sourceOf({ tokenFile: file }))).message, `${file} holds no token`);
      }
      assert.deepEqual(hub.requests, []);
    });
  });
});
