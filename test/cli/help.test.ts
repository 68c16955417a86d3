import assert from 'node:assert/strict';
import { verbTable } from '../../src/cli/verbTable.ts';
import { cli } from '../kit/cliWorld.ts';

const verbNames = Object.keys(verbTable);

describe('every verb', () => {
  for (const name of verbNames) {
    const words = name.split(' ');

    it(`${name} --help has its usage and an example that begins with it`, async () => {
      const { code, out, err } = await cli([...words, '--help']);
      assert.deepEqual([code, err], [0, []]);
      assert.match(out, new RegExp(`^signalbox ${name}: .+\n\nUsage: signalbox ${name} .*\\[FLAGS\\]`));
      assert.match(out, new RegExp(`\nExample:\n(  .+\n)*?  .*signalbox ${name}\\b`));
      assert.deepEqual(
        out.split('\n').filter((line) => line.length > 120),
        [],
        'a line does not fit a terminal',
      );
    });

    it(`${name} refuses a flag that it does not have: exit 2, and how to see those it has`, async () => {
      const { code, out, err } = await cli([...words, '--frobnicate']);
      assert.deepEqual({ code, out }, { code: 2, out: '' });
      assert.deepEqual(err, [
        `signalbox: ${name} has no flag --frobnicate`,
        `See \`signalbox ${name} --help\`.`,
      ]);
    });

    it(`${name} refuses an operand too many: exit 2 in two lines`, async () => {
      const { verb } = await verbTable[name]!();
      const operands = Array.from({ length: verb.takes[1] + 1 }, (_, at) => `word${at}`);
      const { code, out, err } = await cli([...words, ...operands]);
      assert.deepEqual({ code, out, lines: err.length }, { code: 2, out: '', lines: 2 });
      assert.match(err[0]!, /does not know what to do with "word\d"/);
    });
  }

  const needy = verbNames.filter((name) =>
    /^(task (add|show|cancel)|answer|decide|stop|ask|fail)$/.test(name),
  );
  for (const name of needy) {
    it(`${name} says which operands are missing`, async () => {
      const { code, err } = await cli(name.split(' '));
      assert.equal(code, 2);
      assert.match(err[0]!, new RegExp(`^signalbox: ${name} needs [A-Z]`));
    });
  }
});

describe('the list of verbs', () => {
  it('has every verb with its summary, the exit codes and how ids are shown', async () => {
    const { code, out } = await cli(['--help']);
    assert.equal(code, 0);
    for (const name of verbNames) assert.match(out, new RegExp(`\n  ${name} +[a-z]`));
    assert.match(out, /Exit codes: 0 done/);
    assert.match(out, /Ids are shown by their last characters/);
  });

  it('is also given by `help`, for a group, and `help VERB` is its help', async () => {
    assert.equal((await cli(['help'])).out, (await cli(['--help'])).out);
    assert.match((await cli(['task', '--help'])).out, /task clear-gate +\w/);
    assert.doesNotMatch((await cli(['task', '--help'])).out, /worker list/);
    assert.equal((await cli(['help', 'task', 'add'])).out, (await cli(['task', 'add', '--help'])).out);
  });
});

describe('a misspelt command line', () => {
  const cases: [args: string[], error: string, next: string][] = [
    [[], 'a verb is missing', 'See `signalbox --help`; `signalbox status` shows what goes on.'],
    [['stauts'], 'there is no verb stauts', 'Did you mean `signalbox status`? See `signalbox --help`.'],
    [['tasks'], 'there is no verb tasks', 'Did you mean `signalbox task`? See `signalbox --help`.'],
    [['xyzzy'], 'there is no verb xyzzy', 'See `signalbox --help`.'],
    [['--json'], 'flags come behind the verb: --json', 'See `signalbox --help`.'],
    [
      ['task'],
      'task needs a verb',
      'One of add, list, show, update, cancel, reopen, reorder, clear-gate; see `signalbox task --help`.',
    ],
    [
      ['task', 'cancle'],
      'there is no verb cancle',
      'Did you mean `signalbox task cancel`? See `signalbox task --help`.',
    ],
    [
      ['turn', '--verdct', 'x'],
      'turn has no flag --verdct',
      'Did you mean --verdict? See `signalbox turn --help`.',
    ],
  ];
  for (const [args, error, next] of cases) {
    it(`${JSON.stringify(args)} is refused with what was meant`, async () => {
      assert.deepEqual(await cli(args), { code: 2, out: '', err: [`signalbox: ${error}`, next] });
    });
  }
});
