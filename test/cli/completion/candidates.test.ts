import assert from 'node:assert/strict';
import { candidates, type LookUp } from '../../../src/cli/completion/candidates.ts';
import { candidateLine } from '../../../src/cli/completion/scripts.ts';
import { verbTable } from '../../../src/cli/verbTable.ts';
import { cli } from '../../kit/cliWorld.ts';

const lookUp: LookUp = async (kind) => [
  { value: `${kind}-1`, about: `the first ${kind}` },
  { value: `other-${kind}`, about: '' },
];
const values = async (...words: string[]): Promise<string[]> =>
  (await candidates(verbTable, words, lookUp)).map(({ value }) => value);

describe('what may stand in the place of the last word', () => {
  const cases: [words: string[], found: string[]][] = [
    [['ne'], ['next']],
    [['wor'], ['worker']],
    [
      ['task', 're'],
      ['reopen', 'reorder'],
    ],
    [['nosuch', ''], []],
    [
      ['task', 'show', ''],
      ['task-1', 'other-task'],
    ],
    [['task', 'show', 'oth'], ['other-task']],
    [['pause', 're'], ['repo-1']],
    [['answer', 'question-'], ['question-1']],
    [['answer', 'question-1', ''], []],
    [
      ['stop', ''],
      ['lease-1', 'other-lease', 'task-1', 'other-task'],
    ],
    [['ask', ''], []],
    [
      ['next', '--worker', ''],
      ['worker-1', 'other-worker'],
    ],
    [['next', '--wait', ''], []],
    [
      ['turn', '--verdict', 'r'],
      ['rotate_now', 'refuse'],
    ],
    [
      ['next', '--w'],
      ['--wait', '--worker'],
    ],
    [['next', '--worker', 'w1', '--w'], ['--wait']],
    [['turn', '--shown', 'a', '--sho'], ['--shown']],
    [
      ['health', '--'],
      ['--json', '--help'],
    ],
    [['task', 'show', '--json', 'task'], ['task-1']],
    [
      ['completion', ''],
      ['bash', 'zsh', 'fish'],
    ],
    [['run', '--', 'npm', ''], []],
  ];
  for (const [words, found] of cases) {
    it(`${JSON.stringify(words)}: ${found.join(' ') || 'nothing'}`, async () => {
      assert.deepEqual(await values(...words), found);
    });
  }

  it('in the first place is every verb or group, with what it does', async () => {
    const found = await candidates(verbTable, [''], lookUp);
    assert.deepEqual(
      found.filter(({ about }) => about === ''),
      [],
    );
    const names = found.map(({ value }) => value);
    assert.equal(new Set(names).size, names.length);
    for (const name of ['init', 'task', 'worker', 'config', 'guide']) assert.ok(names.includes(name), name);
  });

  it('is one line in each shell, whatever a title holds', () => {
    const candidate = { value: 'a:b', about: 'Fix\nthe\tparser\u001b[31m' };
    assert.equal(candidateLine.bash(candidate), 'a:b');
    assert.equal(candidateLine.zsh(candidate), 'a\\:b:Fix the parser [31m');
    assert.equal(candidateLine.fish(candidate), 'a:b\tFix the parser [31m');
  });

  it('is nothing, and no complaint, where no coordinator answers', async () => {
    assert.deepEqual(await cli(['completion', 'bash', '--', 'task', 'show', '']), {
      code: 0,
      out: '',
      err: [],
    });
  });

  it('of a shell that is not known is refused with those that are', async () => {
    assert.deepEqual(await cli(['completion', 'bsh']), {
      code: 2,
      out: '',
      err: [
        'signalbox: there is no completion for "bsh"',
        'Did you mean bash? It is one of bash, zsh, fish.',
      ],
    });
  });
});
