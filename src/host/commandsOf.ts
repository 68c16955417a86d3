import path from 'node:path';
import type { Transport } from '../coordinator/ports.ts';
import { CommandTransport } from '../transports/command/commandTransport.ts';
import { groupLives } from '../transports/command/isRunning.ts';
import type { TransportPlace } from './startHost.ts';

/**
 * The transport that starts commands, with the launcher and the command line that lie among these bundles.
 * @param bundles the folder of the bundles; `bin` lies beside it
 */
export const commandsOf =
  (bundles: string) =>
  ({ root, term, settings, presence, log }: TransportPlace): readonly Transport[] => [
    new CommandTransport({
      ...{ root, term, settings, log },
      processes: { look: (reference) => presence.look(reference), hasGroup: groupLives },
      now: Date.now,
      node: process.execPath,
      launcher: path.join(bundles, 'launcher.cjs'),
      cli: path.join(bundles, 'cli.cjs'),
      bin: path.join(bundles, '..', 'bin'),
      env: process.env,
      platform: process.platform,
    }),
  ];
