import os from 'node:os';
import * as vscode from 'vscode';
import type { Caller } from '../ipc/connectToCoordinator.ts';
import { readOperatorKey } from '../ipc/operatorKey.ts';
import { type ProcessIdentity, processIdentity } from '../ipc/processIdentity.ts';
import { userFolder } from '../ipc/userFolder.ts';

/** How the window says `hello`: with the operator's key, since a person sits before it. */
export function windowCaller(version: string): () => Caller {
  const folder = userFolder({ platform: process.platform, home: os.homedir(), env: process.env });
  // The look at the processes above takes a moment, and they stay what they are.
  let identity: ProcessIdentity | null = null;
  return () => ({
    kind: 'window',
    // By the name of what it shows a person tells one window from another.
    name: [vscode.env.appName, vscode.workspace.name].filter(Boolean).join(': '),
    version,
    identity: (identity ??= processIdentity()),
    // The first host of a user makes it, which may be later than the first call.
    operatorKey: readOperatorKey(folder) ?? undefined,
  });
}
