import assert from 'node:assert/strict';
import type { SharedFileSystem } from '../../src/files/sharedFileSystem.ts';
import type { ServerFacts } from '../../src/ipc/server.ts';
import type { ClockFacts } from '../../src/host/heartbeat.ts';
import type { DiskSpace } from '../../src/host/freeSpace.ts';
import { vitalRows } from '../../src/host/vitalRows.ts';

const mib = 1024 * 1024;
const gib = 1024 * mib;
const now = Date.UTC(2026, 0, 2, 3, 4, 5);

interface Given {
  readonly clocks?: Partial<ClockFacts>;
  readonly clients?: Partial<ServerFacts>;
  readonly disk?: DiskSpace | Error;
  readonly sharedOn?: SharedFileSystem;
}

async function rows({ clocks, clients, disk = { free: 50 * gib, total: 100 * gib }, sharedOn }: Given = {}) {
  const found = await vitalRows(
    {
      since: now - 60_000,
      runsIn: 'window',
      clocks: () => ({ loopDelayMs: 3, lastAbsence: null, lastSetBack: null, ...clocks }),
      clients: () => ({ connected: 2, limit: 256, cutOff: 0, turnedAway: 0, ...clients }),
      disk: () => (disk instanceof Error ? Promise.reject(disk) : Promise.resolve(disk)),
      sharedOn: sharedOn ?? null,
    },
    7,
    now,
  );
  for (const { level, next } of found)
    assert.equal(next === null, level === 'ok', 'ill, and so with a next step');
  return Object.fromEntries(found.map(({ id, level, reason }) => [id, [level, reason] as const]));
}

describe('health of the process and its machine', () => {
  it('all is well: each row says what it saw', async () => {
    assert.deepEqual(await rows(), {
      'coordinator:process': [
        'ok',
        `a window of VS Code, pid ${process.pid}, term 7, since 2026-01-02T03:03:05.000Z; its loop was 3 ms late at most in the last minute`,
      ],
      'coordinator:clock': ['ok', 'no absence seen'],
      'ipc:clients': ['ok', '2 of at most 256 connected'],
      'store:disk': ['ok', '50.0 GiB of 100.0 GiB free'],
    });
  });

  it('a loop that was busy for a second is a warning', async () => {
    const { 'coordinator:process': row } = await rows({ clocks: { loopDelayMs: 1_200 } });
    assert.equal(row?.[0], 'warn');
  });

  it('C16: an absence is told and no fault; a clock set back is one for ten minutes', async () => {
    const lastAbsence = { at: now - 5_000, ms: 90_000 };
    const absent = await rows({ clocks: { lastAbsence } });
    const told = 'last absence 90 s until 2026-01-02T03:04:00.000Z: held leases were given that time';
    assert.deepEqual(absent['coordinator:clock'], ['ok', told]);
    const back = await rows({ clocks: { lastAbsence, lastSetBack: { at: now, ms: 3_600_000 } } });
    const set = `the clock was set back by 3600 s at 2026-01-02T03:04:05.000Z; ${told}`;
    assert.deepEqual(back['coordinator:clock'], ['warn', set]);
    const later = await rows({ clocks: { lastSetBack: { at: now - 601_000, ms: 3_600_000 } } });
    assert.deepEqual(later['coordinator:clock'], ['ok', 'no absence seen']);
  });

  it('a slow reader that was cut off is told, clients that are turned away are a warning', async () => {
    const slow = await rows({ clients: { cutOff: 1 } });
    assert.deepEqual(slow['ipc:clients'], [
      'ok',
      '2 of at most 256 connected; 1 cut off because they read too slowly',
    ]);
    const full = await rows({ clients: { connected: 256, turnedAway: 3 } });
    assert.deepEqual(full['ipc:clients'], ['warn', '256 of at most 256 connected; 3 turned away']);
  });

  it('little room is a warning, next to none an error', async () => {
    const level = async (free: number, total: number) =>
      (await rows({ disk: { free, total } }))['store:disk']?.[0];
    assert.deepEqual(
      [
        await level(2 * gib, 20 * gib),
        await level(gib - 1, 10 * gib),
        await level(4 * gib, 100 * gib),
        await level(6 * gib, 1000 * gib),
        await level(63 * mib, 100 * gib),
      ],
      ['ok', 'warn', 'warn', 'ok', 'error'],
    );
  });

  it('store.md, guarantee: a network file system is a warning that only one machine may write there', async () => {
    const sharedOn = { what: 'NFS (a network file system)', mountedAt: '/home' };
    const { 'store:file system': row } = await rows({ sharedOn });
    const reason =
      '.signalbox/state is on NFS (a network file system), mounted at /home: only one machine may write there';
    assert.deepEqual(row, ['warn', reason]);
  });

  it('a disk that does not answer is a warning', async () => {
    const { 'store:disk': row } = await rows({ disk: new Error('timed out after 1 s') });
    assert.deepEqual(row, ['warn', "its room can't be told: timed out after 1 s"]);
  });
});
