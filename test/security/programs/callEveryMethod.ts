/**
 * Shows the operator's key from wherever it runs, as a program that found it would, and calls every method that is for
 * persons, with nothing else in the call. Prints what it got as one line: `{ surface, kinds: { method: kind } }`.
 */
import os from 'node:os';
import { connectToCoordinator } from '../../../src/ipc/connectToCoordinator.ts';
import { readOperatorKey } from '../../../src/ipc/operatorKey.ts';
import { processIdentity } from '../../../src/ipc/processIdentity.ts';
import { userFolder } from '../../../src/ipc/userFolder.ts';
import { ProtocolError } from '../../../src/protocol/errors.ts';
import { type MethodName, methods } from '../../../src/protocol/methods.ts';

async function main(): Promise<void> {
  const { platform, env } = process;
  const operatorKey = readOperatorKey(userFolder({ platform, home: os.homedir(), env }));
  if (operatorKey === null) throw new Error('the key is not there');
  const identity = processIdentity();
  const client = await connectToCoordinator({
    place: { workingDirectory: process.cwd() },
    caller: { kind: 'script', name: 'finder', version: '0.0.0', identity, operatorKey },
    timeoutMs: 5_000,
  });
  const kinds: Record<string, string> = {};
  for (const method of Object.keys(methods) as MethodName[]) {
    if (methods[method].surface !== 'operator') continue;
    kinds[method] = await client.request(method, { none: 0 } as never).then(
      () => 'done',
      (error: unknown) => (error instanceof ProtocolError ? error.kind : String(error)),
    );
  }
  console.log(JSON.stringify({ surface: client.welcome.surface, kinds }));
  client.dispose();
}

void main();
