import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { LeaseState } from '../../../src/core/model/lease.ts';
import type { LeaseView, ScopeView } from '../../../src/protocol/views.ts';
import { applies, leaseCommands } from '../../../src/vscode/commands/leaseRules.ts';
import { scopeCommands } from '../../../src/vscode/commands/scopeRules.ts';
import { type CommandName, commandIds } from '../../../src/vscode/ids.ts';
import { rowContext } from '../../../src/vscode/rowContext.ts';
import { leaseViewOf } from '../../kit/leaseView.ts';
import { scopeViewOf } from '../../kit/taskView.ts';

interface Entry {
  readonly command: string;
  readonly when?: string;
  readonly group?: string;
}

const file = path.resolve(import.meta.dirname, '../../../package.json');
const { contributes } = JSON.parse(readFileSync(file, 'utf8')) as {
  readonly contributes: { readonly menus: Readonly<Record<string, readonly Entry[]>> };
};

/** The entries of a command in the menu of a row, inline or not, by what they ask of the row. */
const rowMenus = (command: CommandName): RegExp[] =>
  (contributes.menus['view/item/context'] ?? [])
    .filter((entry) => entry.command === commandIds[command])
    .map(({ when = '' }) => {
      const found = /^view == signalbox\.leases && viewItem =~ \/(.*)\/$/.exec(when);
      assert.ok(found, `${command}: ${when}`);
      return new RegExp(found[1] ?? '');
    });

const states: readonly LeaseState[] = [
  ...(['acknowledged', 'offered', 'backoff', 'pending', 'waiting'] as const),
  ...(['completed', 'checkpointed', 'stopped'] as const),
];
const reasonsOf: Readonly<Partial<Record<LeaseState, readonly string[]>>> = {
  acknowledged: ['quiet', 'question_open'],
  pending: ['dirty_tree', 'paused', 'no_worker'],
  waiting: ['upstream', 'blocked'],
  stopped: ['gated', 'cancelled', 'task_gone', 'done', 'failed', 'operator', 'released'],
};
const scopes: readonly (ScopeView | undefined)[] = [
  undefined,
  scopeViewOf(),
  scopeViewOf({ is_paused: true }),
  scopeViewOf({ taken_by: 'mia' }),
  scopeViewOf({ is_paused: true, taken_by: 'mia' }),
  scopeViewOf({ draining: { lease_id: 'a', worker: 'w', deadline_at: 0 } }),
];

interface Sample {
  readonly lease: LeaseView;
  readonly isLast: boolean;
  readonly scope: ScopeView | undefined;
  readonly context: string;
}

/** Every row that the menus tell apart, and more. */
const samples: readonly Sample[] = states.flatMap((state) =>
  [null, ...(reasonsOf[state] ?? [])].flatMap((reason) =>
    [true, false].flatMap((isLast) =>
      scopes.flatMap((scope) =>
        [null, 'w1'].map((worker) => {
          const lease = leaseViewOf({ state, reason, worker });
          return { lease, isLast, scope, context: rowContext(lease, { isLast, scope }) };
        }),
      ),
    ),
  ),
);

const live: ReadonlySet<LeaseState> = new Set(states.slice(0, 5));
const queued: ReadonlySet<LeaseState> = new Set(['pending', 'waiting']);

describe('the menus of a row', () => {
  for (const command of leaseCommands) {
    it(`${command} is there just where the command is for the lease`, () => {
      const menus = rowMenus(command);
      assert.notEqual(menus.length, 0);
      for (const { lease, isLast, context } of samples) {
        for (const menu of menus) {
          assert.equal(menu.test(context), applies(command, lease, isLast), `${menu.source} on ${context}`);
        }
      }
    });
  }

  const isThere: Readonly<Record<(typeof scopeCommands)[number], (sample: Sample) => boolean>> = {
    pauseDispatch: ({ lease, scope }) => live.has(lease.state) && !isHeldBack(scope),
    resumeDispatch: ({ lease, scope }) => live.has(lease.state) && isHeldBack(scope),
    takeRepo: ({ lease, scope }) => queued.has(lease.state) && scope?.taken_by == null,
    giveBackRepo: ({ lease, scope }) => live.has(lease.state) && scope?.taken_by != null,
  };
  const isHeldBack = (scope: ScopeView | undefined): boolean =>
    scope !== undefined && (scope.is_paused || scope.draining !== null);

  for (const command of scopeCommands) {
    it(`C6: ${command} is there where it changes the repo of an open lease`, () => {
      const [menu] = rowMenus(command);
      assert.ok(menu);
      for (const sample of samples) {
        const { context } = sample;
        assert.equal(menu.test(context), isThere[command](sample), `${menu.source} on ${context}`);
      }
    });
  }

  it('has a place for each entry', () => {
    const entries = contributes.menus['view/item/context'] ?? [];
    assert.deepEqual(
      entries.filter(({ group }) => group === undefined),
      [],
    );
  });
});

describe('the palette', () => {
  const whenOf = (command: CommandName): string | undefined =>
    contributes.menus['commandPalette']?.find((entry) => entry.command === commandIds[command])?.when;

  it('has what picks a lease, a task or a repo only while there is one that it is for', () => {
    const picking = [...leaseCommands, ...scopeCommands].filter((command) => command !== 'copyLeaseId');
    for (const command of picking) assert.equal(whenOf(command), `signalbox.can.${command}`);
  });

  it('has nothing that needs a coordinator while none answers, and the log always', () => {
    const others = Object.keys(commandIds).filter((command) => whenOf(command as CommandName) === undefined);
    assert.deepEqual(others, ['showLog']);
    for (const command of ['newTask', 'copyCliEnvironment'] as const) {
      assert.equal(whenOf(command), 'signalbox.phase == connected');
    }
  });
});
