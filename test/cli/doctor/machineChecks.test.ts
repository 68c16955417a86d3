import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isAtLeast, LEAST_NODE } from '../../../src/cli/doctor/machineChecks.ts';

describe('the Node that the doctor asks for', () => {
  it('is the one that the package asks for', () => {
    const manifest = path.resolve(import.meta.dirname, '../../../package.json');
    const { engines } = JSON.parse(readFileSync(manifest, 'utf8')) as { engines: { node: string } };
    assert.equal(`>=${LEAST_NODE}`, engines.node);
  });

  for (const [version, isEnough] of [
    ['20.18.1', true],
    ['20.9.0', false],
    ['20.18.0', false],
    ['20.20.2', true],
    ['22.0.0', true],
    ['9.99.9', false],
  ] as const) {
    it(`${version} is ${isEnough ? '' : 'not '}enough for 20.18.1`, () => {
      assert.equal(isAtLeast(version, '20.18.1'), isEnough);
    });
  }
});
