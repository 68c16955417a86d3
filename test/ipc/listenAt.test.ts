import assert from 'node:assert/strict';
import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type net from 'node:net';
import path from 'node:path';
import { type Listener, listenAt } from '../../src/ipc/listenAt.ts';
import { temporaryFolders } from '../kit/temporaryFolders.ts';
import { testServers } from '../kit/testServer.ts';

const ignore = (socket: net.Socket): void => void socket.destroy();

/** A socket as a killed process leaves it: bound, with nobody behind it. */
async function leaveSocket(file: string): Promise<void> {
  const code = `require('net').createServer().listen(${JSON.stringify(file)}, () => process.stdout.write('up'))`;
  const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'close');
}

describe('listening on a Unix socket', () => {
  const folder = temporaryFolders();
  const { start, greeted } = testServers();
  const listeners: Listener[] = [];
  const listen = async (file: string): Promise<Listener> => {
    const listener = await listenAt(file, ignore);
    listeners.push(listener);
    return listener;
  };
  afterEach(() => {
    for (const listener of listeners.splice(0)) listener.close();
  });

  for (const mask of [0o000, 0o077]) {
    it(`the socket has mode 0600 under umask ${mask.toString(8)}, and nothing else is left beside it`, async () => {
      const file = path.join(folder(), 's.sock');
      const former = process.umask(mask);
      try {
        await listen(file);
      } finally {
        process.umask(former);
      }
      assert.equal(statSync(file).mode & 0o777, 0o600);
      assert.deepEqual(readdirSync(path.dirname(file)), ['s.sock']);
    });
  }

  it('a socket whose owner was killed is replaced', async () => {
    const file = path.join(folder(), 's.sock');
    await leaveSocket(file);
    assert.ok(existsSync(file));
    const listener = await listen(file);
    assert.equal(listener.isInPlace(), true);
  });

  it('a socket that somebody listens on is not touched', async () => {
    const file = path.join(folder(), 's.sock');
    const first = await listen(file);
    await assert.rejects(listen(file), { kind: 'busy' });
    assert.equal(first.isInPlace(), true);
  });

  it('a file that is no socket is not touched', async () => {
    const file = path.join(folder(), 's.sock');
    writeFileSync(file, 'mine');
    await assert.rejects(listen(file), { kind: 'busy' });
    assert.ok(statSync(file).isFile());
  });

  it('closing takes the socket away, but not one that a rival has put in its place', async () => {
    const file = path.join(folder(), 's.sock');
    const first = await listen(file);
    rmSync(file);
    assert.equal(first.isInPlace(), false);
    const second = await listen(file);
    first.close();
    assert.equal(second.isInPlace(), true);
    second.close();
    assert.equal(existsSync(file), false);
  });

  it('a server whose socket was cleaned away takes its name back and keeps its connections', async () => {
    const server = await start();
    const peer = await greeted(server);
    rmSync(server.path);
    await server.ensureReachable();
    await server.ensureReachable();
    const fresh = await greeted(server);
    for (const one of [peer, fresh]) {
      one.call(1, 'health.show');
      assert.equal((await one.next())?.id, 1);
      one.close();
    }
    await server.dispose();
    assert.equal(existsSync(server.path), false);
  });
});
