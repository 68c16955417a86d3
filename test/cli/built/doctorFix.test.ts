import assert from 'node:assert/strict';
import { chmodSync, cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { shells } from '../../kit/shells.ts';

describe('signalbox doctor --fix', function () {
  this.timeout(60_000);
  const { folder, person } = shells();

  it('S5: says what would be lost, changes nothing unasked, then mends, keeps what was there and is verified', async () => {
    const root = folder();
    const state = path.join(root, '.signalbox', 'state');
    cpSync('test/store/fixtures/schema-1', state, { recursive: true });
    const journal = path.join(state, 'journal-2');
    const bytes = readFileSync(journal);
    bytes[600] = (bytes[600] ?? 0) ^ 1;
    writeFileSync(journal, bytes, { mode: 0o600 });
    chmodSync(state, 0o755);

    const looked = await person(root, 'doctor');
    assert.match(looked.out, /wrong store: journal-2 is damaged at line 3 \(byte \d+\)/);
    assert.match(looked.out, /-> signalbox doctor --fix can go on from what can be read, to position 13/);
    const asked = await person(root, 'doctor', '--fix');
    assert.equal(asked.code, 2);
    assert.match(asked.err[0]!, /history: position 13 .*what came after, to position 20 .*, would be lost/);
    assert.match(asked.err[1]!, /doctor --fix --yes --from history/);
    assert.deepEqual(readFileSync(journal), bytes);

    const mended = await person(root, 'doctor', '--fix', '--yes');
    assert.match(mended.out, /^mended the store opens and is verified, at position 13$/m);
    assert.match(mended.out, /^ok {4}store: whole, at position 13$/m);
    const kept = readdirSync(path.join(state, 'aside')).find((name) => name.startsWith('journal-2-'));
    assert.deepEqual(readFileSync(path.join(state, 'aside', kept!)), bytes);
    assert.equal(statSync(state).mode & 0o777, 0o700);

    rmSync(path.join(state, '.gitignore'));
    const again = await person(root, 'doctor', '--fix', '--json');
    const { mended: lines } = JSON.parse(again.out) as { mended: string[] };
    assert.deepEqual(lines, [`${path.join(state, '.gitignore')} keeps the state out of git again`]);
    assert.equal(readFileSync(path.join(state, '.gitignore'), 'utf8'), '*\n');
  });
});
