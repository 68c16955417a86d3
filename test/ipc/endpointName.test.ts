import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { type EndpointPlace, endpointName, MAX_SOCKET_PATH_BYTES } from '../../src/ipc/endpointName.ts';
import { temporaryFolders } from '../kit/temporaryFolders.ts';

const modeOf = (file: string): string => (statSync(file).mode & 0o777).toString(8);

function withUmask<T>(mask: number, run: () => T): T {
  const former = process.umask(mask);
  try {
    return run();
  } finally {
    process.umask(former);
  }
}

describe('the name of an endpoint', () => {
  const folder = temporaryFolders();
  const uid = process.getuid?.() ?? -1;
  const placeIn = (temporaryFolder: string, given: Partial<EndpointPlace> = {}): EndpointPlace => ({
    platform: 'linux',
    uid,
    runtimeFolder: undefined,
    temporaryFolder,
    ...given,
  });

  it('is the same for a root by whatever path, and another for another root', () => {
    const place = placeIn(folder());
    const root = folder('röot with space 🚂-');
    const link = path.join(folder(), 'link');
    symlinkSync(root, link);
    assert.equal(endpointName(root, place), endpointName(link, place));
    assert.notEqual(endpointName(root, place), endpointName(folder(), place));
    assert.notEqual(endpointName(root, place), endpointName(root, place, 7));
  });

  it('lies in the runtime folder of the user, if that is really the user’s', () => {
    const [root, temporary, runtime] = [folder(), folder(), folder()];
    const within = (given: Partial<EndpointPlace>) =>
      path.dirname(endpointName(root, placeIn(temporary, given)));
    const fallback = path.join(temporary, `signalbox-${uid}`);
    assert.equal(within({ runtimeFolder: runtime }), path.join(runtime, 'signalbox'));
    assert.equal(within({ runtimeFolder: path.join(runtime, 'none') }), fallback);
    assert.equal(within({ runtimeFolder: 'relative' }), fallback);
    chmodSync(runtime, 0o777);
    assert.equal(within({ runtimeFolder: runtime }), fallback);
  });

  for (const mask of [0o000, 0o077]) {
    it(`lies in a folder of mode 0700 under umask ${mask.toString(8)}`, () => {
      const temporary = folder();
      const name = withUmask(mask, () => endpointName(folder(), placeIn(temporary)));
      assert.equal(modeOf(path.dirname(name)), '700');
    });
  }

  it('is refused in a folder that is open to others, is a link, or is another user’s', () => {
    const own = `signalbox-${uid}`;
    const open = folder();
    mkdirSync(path.join(open, own));
    chmodSync(path.join(open, own), 0o755);
    const linked = folder();
    symlinkSync(folder(), path.join(linked, own));
    const foreign = folder();
    mkdirSync(path.join(foreign, `signalbox-${uid + 1}`), { mode: 0o700 });
    for (const place of [placeIn(open), placeIn(linked), placeIn(foreign, { uid: uid + 1 })]) {
      assert.throws(() => endpointName(folder(), place), { kind: 'forbidden' });
    }
  });

  it('is hashed shorter where the path would be over 103 bytes, and refused where even that is', () => {
    const root = folder();
    const lengths = new Set<number>();
    for (let size = 20; size < 75; size += 1) {
      const temporary = path.join(folder(), 'é'.repeat(size / 2));
      mkdirSync(temporary);
      try {
        const name = endpointName(root, placeIn(temporary));
        assert.ok(Buffer.byteLength(name) <= MAX_SOCKET_PATH_BYTES - '.12345678'.length);
        lengths.add(path.basename(name).length);
      } catch (error) {
        assert.equal((error as { kind?: string }).kind, 'unavailable');
        lengths.add(0);
      }
    }
    assert.deepEqual([...lengths], [37, 21, 13, 0]);
  });

  it('is a named pipe on Windows, and no folder is made', () => {
    const temporary = folder();
    assert.match(
      endpointName(folder(), placeIn(temporary, { platform: 'win32' })),
      /^\\\\\.\\pipe\\signalbox-\w{32}$/,
    );
    assert.deepEqual(readdirSync(temporary), []);
  });
});
