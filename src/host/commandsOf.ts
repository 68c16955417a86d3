import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Transport } from '../coordinator/ports.ts';
import { CommandTransport } from '../transports/command/commandTransport.ts';
import { groupLives } from '../transports/command/isRunning.ts';
import { tmuxAt } from '../transports/tmux/tmux.ts';
import { TmuxTransport } from '../transports/tmux/tmuxTransport.ts';
import { TerminalTransport } from '../transports/terminal/terminalTransport.ts';
import { foregroundGroup } from '../ipc/foregroundGroup.ts';
import { isShellName } from '../ipc/programOf.ts';
import type { TransportPlace } from './startTransports.ts';

/**
 * The transports that start commands, with the launcher and the command line that lie among these bundles, that type
 * into panes of tmux, and that ask windows to type into their terminals.
 * @param bundles the folder of the bundles; `bin` lies beside it
 */
export const commandsOf =
  (bundles: string) =>
  ({ root, term, settings, presence, turns, windows, log }: TransportPlace): readonly Transport[] => [
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
    new TmuxTransport({
      ...{ root, term, settings, presence, turns },
      tmux: tmuxAt('tmux', process.env),
      foregroundOf: foregroundGroup,
      isShell: isShellName,
      now: Date.now,
      pause: (ms) => setTimeout(ms),
    }),
    new TerminalTransport({ ...{ root, term, settings, presence, turns, windows }, now: Date.now }),
  ];
