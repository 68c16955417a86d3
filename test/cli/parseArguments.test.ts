import assert from 'node:assert/strict';
import type { CommandFailure } from '../../src/cli/commandFailure.ts';
import { choice, count, duration, text, texts, toggle } from '../../src/cli/flags.ts';
import { parseArguments } from '../../src/cli/parseArguments.ts';
import { defineVerb } from '../../src/cli/verb.ts';

const flags = {
  lease: text('ID', ''),
  option: texts('TEXT', ''),
  wait: duration(''),
  used: count('N', ''),
  verdict: choice(['continue', 'refuse'], ''),
  free: toggle(''),
};
const made = (rest?: string) =>
  defineVerb({
    summary: '',
    operands: 'A [B]',
    takes: [0, 2],
    flags,
    example: '',
    ...(rest === undefined ? {} : { rest }),
    run: async () => ({ value: null, text: '' }),
  });
const parse = (...args: string[]) => parseArguments('try', made(), args);
const nothing = {
  lease: undefined,
  option: [],
  wait: undefined,
  used: undefined,
  verdict: undefined,
  free: false,
};

describe('the arguments of a verb', () => {
  it('are read by kind, whether the value stands behind the flag or in it', () => {
    const { flags: read, operands } = parse(
      ...['one', '--lease', 'x', '--wait=1h30m', '--used', '0', '--free', 'two', '--verdict=refuse'],
      ...['--option', 'a b', '--option', '-'],
    );
    assert.deepEqual(operands, ['one', 'two']);
    assert.deepEqual(read, {
      lease: 'x',
      option: ['a b', '-'],
      wait: 5_400_000,
      used: 0,
      verdict: 'refuse',
      free: true,
    });
  });

  it('may be left out', () => {
    assert.deepEqual(parse(), { flags: nothing, operands: [], rest: [], isJson: false, isHelp: false });
  });

  it('know --json and --help everywhere', () => {
    assert.equal(parse('--json').isJson, true);
    assert.equal(parse('one', 'two', 'three', '-h').isHelp, true);
  });

  it('behind -- are operands, also when they look like flags', () => {
    assert.deepEqual(parse('--', '--lease', '-x').operands, ['--lease', '-x']);
  });

  it('behind -- are left alone by a verb that runs them', () => {
    const {
      operands,
      rest,
      flags: read,
    } = parseArguments('run', made('COMMAND'), [...['--lease', 'x', '--', 'npm', '--json', '--', 'test']]);
    assert.deepEqual([operands, rest, read['lease']], [[], ['npm', '--json', '--', 'test'], 'x']);
  });

  it('may have an empty text', () => {
    assert.equal(parse('--lease', '').flags['lease'], '');
  });

  const refused: [args: string[], error: string, next?: string][] = [
    [['--lease'], '--lease needs a value'],
    [['--lease', '--json'], '--lease needs a value'],
    [['--lease', 'a', '--lease', 'b'], '--lease is given twice'],
    [['--free=yes'], '--free takes no value'],
    [['--json=1'], '--json takes no value'],
    [['--wait', '90'], '--wait: "90" is no duration', 'Write it as 90s, 5m or 1h30m.'],
    [['--wait', '-5s'], '--wait: "-5s" is no duration'],
    [['--used', '1.5'], '--used: "1.5" is no whole number'],
    [['--used', '99999999999999999999'], '--used: "99999999999999999999" is no whole number'],
    [
      ['--verdict', 'contine'],
      '--verdict: "contine" is none of its values',
      'Did you mean continue? It is one of continue, refuse.',
    ],
    [
      ['a', 'b', 'c'],
      'try does not know what to do with "c"',
      'Put a text of several words in quotes. See `signalbox try --help`.',
    ],
    [['-x'], 'try has no flag -x', 'See `signalbox try --help`.'],
    [['--opton', 'x'], 'try has no flag --opton', 'Did you mean --option? See `signalbox try --help`.'],
  ];
  for (const [args, error, next] of refused) {
    it(`${JSON.stringify(args)}: ${error}`, () => {
      assert.throws(
        () => parse(...args),
        (failure: CommandFailure) => {
          assert.deepEqual([failure.exitCode, failure.message], [2, error]);
          if (next !== undefined) assert.equal(failure.next, next);
          return true;
        },
      );
    });
  }
});
