import type { HelloParams } from '../../src/protocol/hello.ts';
import { PROTOCOL_VERSION } from '../../src/protocol/version.ts';

export const TOKEN = 'token-of-a-test';
export const OPERATOR_KEY = 'operator-key-of-a-test';
export const ORIGIN = { host: 'here', boot_id: 'boot-1', pid_namespace: 'pid:[1]' };

/** A well-formed `hello` of a script with the worker's token. */
export const helloOf = (given: Partial<HelloParams> = {}): HelloParams => ({
  protocol_version: PROTOCOL_VERSION,
  token: TOKEN,
  kind: 'script',
  name: 'test',
  version: '0.0.0',
  origin: ORIGIN,
  process: { pid: 100, started_at: 5, name: 'node', script: 'test.js', is_run: false },
  ancestors: [],
  root: '/work space',
  ...given,
});
