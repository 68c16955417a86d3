import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { shells } from '../../kit/shells.ts';

const unknownId = '01a22d22-1be1-7ce4-a90e-33cef2ebb4b6';

/** What is wrong with a call, and the exit code that says so. `worker` below a terminal's shell, else a person's. */
const refusals: readonly (readonly [args: readonly string[], code: number, error: RegExp])[] = [
  [['task', 'add', ''], 2, /title/],
  [['task', 'add', 'x', '--repo', 'nowhere'], 2, /not configured/],
  [['task', 'add', 'x', '--after', 'nowhere'], 2, /after.*nowhere/],
  [['task', 'show', 'file/none'], 3, /there is no task "(workspace\/99|file\/none)"/],
  [['task', 'cancel', '99'], 3, /there is no task "(workspace\/99|file\/none)"/],
  [['task', 'reopen', '99'], 3, /there is no task "(workspace\/99|file\/none)"/],
  [['task', 'clear-gate', '1'], 4, /no title gate/],
  [['task', 'update', '1'], 2, /nothing to change/],
  [['task', 'update', '1', '--plan', 'a', '--no-plan'], 2, /exclude each other/],
  [['task', 'update', '99', '--title', 'x'], 3, /there is no task "(workspace\/99|file\/none)"/],
  [['task', 'reorder', '1'], 2, /new place is missing/],
  [['task', 'reorder', '1', '--before', '99'], 3, /there is no task "(workspace\/99|file\/none)"/],
  [['next', '--ttl', '1s'], 2, /^signalbox: --ttl: 1s is out of range$/],
  [['ack', '--ttl', '61m'], 2, /^signalbox: --ttl: 61m is out of range$/],
  [['next', '--repo', 'nowhere'], 2, /not configured/],
  [['next', '--worker', 'in/valid'], 2, /worker/],
  [['ack'], 2, /no lease is held here/],
  [['ack', '--lease', unknownId], 3, /no such lease/],
  [['ack', '--lease', 'ffff'], 3, /there is no lease "ffff"/],
  [['ack', '--lease', 'f'], 2, /too short/],
  [['ack', '--task', '1'], 4, /pending/],
  [['renew'], 2, /no lease is held here/],
  [['renew', '--task', '1'], 4, /pending/],
  [['renew', '--task', '99'], 3, /there is no task "workspace\/99"/],
  [['turn', '--task', '1', '--used', '5'], 2, /--used and --limit go together/],
  [['turn', '--task', '1', '--used', '5', '--limit', '0'], 2, /context_limit/],
  [['turn', '--task', '1', '--shown', 'ffff'], 3, /there is no decision/],
  [['checkpoint', '--from', 'missing.json'], 2, /can't be read \(ENOENT\)/],
  [['checkpoint', '--from', 'broken.json'], 2, /is not JSON/],
  [['checkpoint', '--from', 'list.json', '--task', '1'], 2, /checkpoint/],
  [['checkpoint', '--from', 'text.json'], 2, /is a JSON object/],
  [['checkpoint', '--from', 'wrong.json', '--task', '1'], 2, /files_changed/],
  [['checkpoint', '--from', 'list.json', '--summary', 'x'], 2, /--from says all/],
  [['complete'], 2, /no lease is held here/],
  [['complete', '--operator'], 2, /no lease is held here/],
  [['fail', 'x', '--task', '99'], 3, /there is no task "workspace\/99"/],
  [['release', '--task', '1'], 4, /pending/],
  [['release', '--operator', '--task', '1'], 4, /Nobody has this lease/],
  [['rearm', '--task', '1'], 4, /pending/],
  [['prompt'], 2, /no lease is held here/],
  [['prompt', '--lease', unknownId], 3, /no such lease/],
  [['ask', 'x', '--task', '1'], 4, /pending/],
  [['worker', 'register', 'in/valid'], 2, /worker/],
  [['worker', 'notice', 'turn-over', '--worker', 'w'], 2, /no notice turn-over/],
  [['worker', 'notice', 'prompt'], 2, /names no worker/],
  [['worker', 'notice', 'prompt', '--worker', 'w'], 3, /no worker w/],
  [['worker', 'register', 'w', '--repo', 'nowhere'], 2, /not configured/],
  [['answer', 'ffff', 'x'], 3, /there is no question/],
  [['answer', unknownId, 'x'], 3, /no such question/],
  [['decide', '99', 'x'], 3, /there is no task "(workspace\/99|file\/none)"/],
  [['decide', '1', ''], 2, /value/],
  [['stop', '99'], 3, /there is no task "workspace\/99"/],
  [['stop', unknownId], 3, /no such lease/],
  [['send', '1'], 4, /No worker can be sent to/],
  [['continue', '1'], 4, /./],
  [['pause', 'nowhere'], 3, /there is no repo "nowhere"/],
  [['resume', 'nowhere'], 3, /nowhere|repo/],
  [['take', 'nowhere'], 3, /nowhere|repo/],
  [['give-back', 'nowhere'], 3, /nowhere|repo/],
  [['history', '--from', 'x'], 2, /no whole number/],
  [['history', '--lease', 'ffff'], 3, /there is no lease/],
  [['history', '--lease', unknownId], 3, /there is no lease/],
  [['history', '--task', '99'], 3, /there is no task "workspace\/99"/],
  [['history', '--worker', 'nobody'], 3, /there is no worker "nobody"/],
  [['task', 'list', '--repo', 'nowhere'], 3, /there is no repo "nowhere"/],
  [['task', 'list', '--source', 'workspce'], 3, /there is no source "workspce"/],
  [['decisions', '--task', '99'], 3, /there is no task/],
  [['questions', '--task', '99'], 3, /there is no task/],
  [['config', 'confirm'], 8, /nothing waits/],
  [['backup', 'no/such/folder'], 2, /is no folder/],
  [['backup', 'list.json'], 2, /is no folder/],
  [['restore'], 2, /restore needs FILE/],
  [['restore', 'no/such.db'], 3, /there is no file/],
  [['restore', '.signalbox'], 2, /is no file/],
  [['restore', '--yes', 'broken.json'], 10, /broken\.json is not a Signalbox database/],
];

/** The keys of each document that a person's verbs print, those of its first row behind a dot. */
const documents: readonly (readonly [args: readonly string[], keys: readonly string[]])[] = [
  [
    ['task', 'list'],
    ['tasks', 'tasks.action_classes', 'tasks.lease_state', 'tasks.repo', 'tasks.title'],
  ],
  [
    ['task', 'show', '1'],
    ['decisions', 'leases', 'leases.rank', 'position', 'questions', 'task'],
  ],
  [['status'], ['counts', 'leases', 'leases.task_id', 'problems', 'questions', 'scopes', 'scopes.is_paused']],
  [['health'], ['at', 'position', 'rows', 'rows.level']],
  [
    ['history', '--limit', '2'],
    ['events', 'events.actor', 'events.data', 'events.type'],
  ],
  [
    ['worker', 'list'],
    ['position', 'workers', 'workers.presence', 'workers.transport'],
  ],
  [['questions'], ['questions']],
  [['decide', '1', 'Go'], ['decision']],
  [['decisions'], ['decisions', 'decisions.revision', 'decisions.value']],
  [
    ['receipts', '--send'],
    ['receipts', 'waits'],
  ],
  [
    ['config', 'show'],
    ['error', 'in_force', 'path', 'unconfirmed'],
  ],
  [['pause'], ['repo']],
  [['resume'], ['repo']],
  [['take'], ['repo']],
  [['give-back'], ['repo']],
  [['task', 'reorder', '1', '--last'], ['lease']],
  [['task', 'update', '1', '--note', 'x'], ['task']],
  [['task', 'cancel', '1'], ['task']],
  [['task', 'reopen', '1'], ['task']],
  [
    ['worker', 'register', 'w1'],
    ['repos', 'worker'],
  ],
  [
    ['worker', 'notice', 'turn-ended', '--worker', 'w1'],
    ['notice', 'worker'],
  ],
  [['backup'], ['bytes', 'path', 'position']],
  [['verify'], ['events', 'ok', 'position', 'problems']],
  [['compact'], ['bytes_after', 'bytes_before', 'position', 'removed']],
  [['doctor'], ['findings', 'findings.level', 'root']],
  [['version'], ['node', 'protocol_version', 'version']],
];

function keysOf(document: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(document).flatMap(([key, value]) => {
    const first: unknown = Array.isArray(value) ? value[0] : null;
    const inner = typeof first === 'object' && first !== null ? Object.keys(first) : [];
    return [key, ...inner.map((each) => `${key}.${each}`)];
  });
}

describe('what the command line answers', function () {
  this.timeout(120_000);
  const { served, person } = shells();

  it('a refused call: its exit code, an empty stdout, what was wrong and what to do next', async () => {
    const { root } = await served();
    await person(root, 'task', 'add', 'One');
    const files = { broken: '{', list: '[]', text: '"x"', wrong: '{"files_changed": "a"}' };
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(root, `${name}.json`), text);
    for (const [args, code, error] of refusals) {
      const what = args.join(' ');
      const ended = await person(root, ...args);
      assert.deepEqual([what, ended.code, ended.out], [what, code, ''], ended.err.join('\n'));
      assert.equal(ended.err.length, 2, `${what}: ${ended.err.join('\n')}`);
      assert.match(ended.err[0]!, error, what);
      assert.match(ended.err[1]!, /^\S.*\w\W*$/, what);
    }
  });

  it("C20: a filter by a name that is nobody's says which was meant; one that lets nothing through is no error", async () => {
    const { root } = await served();
    const misspelt = await person(root, 'task', 'list', '--source', 'workspce');
    assert.deepEqual(
      [misspelt.code, misspelt.err],
      [
        3,
        [
          'signalbox: there is no source "workspce"',
          'Did you mean workspace? List what there is: signalbox config show.',
        ],
      ],
    );
    const empty = await person(root, 'task', 'list', '--source', 'workspace');
    assert.deepEqual([empty.code, empty.out], [0, 'No tasks.\n']);
  });

  it('with --json one document in the words of the wire, and nothing else', async () => {
    const { root } = await served();
    await person(root, 'task', 'add', 'One');
    for (const [args, keys] of documents) {
      const what = args.join(' ');
      const ended = await person(root, ...args, '--json');
      assert.deepEqual([what, ended.code, ended.err], [what, 0, []]);
      const found = keysOf(JSON.parse(ended.out) as Record<string, unknown>);
      assert.deepEqual(
        keys.filter((key) => !found.includes(key)),
        [],
        `${what} has ${found.join(', ')}`,
      );
    }
  });

  it('a part of an id that means several names them', async () => {
    const { root } = await served();
    await person(root, 'task', 'add', 'One');
    await person(root, 'task', 'add', 'Two');
    const { leases } = JSON.parse((await person(root, 'status', '--json')).out) as {
      leases: { id: string }[];
    };
    const beginning = leases[0]!.id.slice(0, 6);
    const { code, out, err } = await person(root, 'stop', beginning);
    assert.deepEqual([code, out], [2, '']);
    assert.match(err[0]!, /^signalbox: "\w{6}" means 2 leases$/);
    for (const { id } of leases) assert.ok(err[1]!.includes(id.slice(-8)), err[1]);
    assert.equal((await person(root, 'stop', leases[1]!.id.slice(-8))).code, 0);
  });
});
