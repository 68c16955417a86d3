import { nodeTimers } from '../../ipc/timers.ts';
import { CommandFailure, signalExitCodes } from '../commandFailure.ts';
import { interruption } from '../store/interruption.ts';
import { type Call, defineVerb, type Report } from '../verb.ts';
import { changeLines } from '../watch/changeLines.ts';
import { liveView } from '../watch/liveView.ts';

/** As a reason to end: it was asked to, and that is no failure. */
class Quit extends Error {}

export const verb = defineVerb({
  summary: 'show the same as status, live',
  operands: '',
  takes: [0, 0],
  flags: {},
  about:
    'q or Ctrl-C ends it. When the coordinator goes it says so, and goes on by itself with the next one. Where its output\n' +
    'is no terminal it writes a line for how things stand and one for each change; with --json each is a JSON document:\n' +
    '{"status": ...}, {"event": ...} or {"lost": ...}.',
  example: "signalbox watch\nsignalbox watch --json | jq -r 'select(.event) | .event.type'",
  run: async (call) => {
    const interrupted = interruption('watch', 'Nothing was changed.');
    const quit = new AbortController();
    const signal = AbortSignal.any([interrupted.signal, quit.signal]);
    try {
      return await watch(call, signal, (reason) => quit.abort(reason));
    } catch (error) {
      if (error !== signal.reason) throw error;
      // Whoever pressed Ctrl-C wants its terminal back, and no word about it.
      return ended(error instanceof CommandFailure ? error.exitCode : 0);
    } finally {
      interrupted.dispose();
    }
  },
});

const ended = (exitCode: number): Report => ({ value: undefined, text: '', exitCode });

function watch(call: Call, signal: AbortSignal, quit: (reason: Error) => void): Promise<never> {
  const { world, isJson } = call;
  const { terminal, now, out } = world;
  const place = { server: call.server('operator'), now, timers: nodeTimers };
  if (terminal === null || isJson) return changeLines({ ...place, out, isJson }, signal);
  const onQuit = (key: 'q' | 'ctrl-c') =>
    quit(key === 'q' ? new Quit() : new CommandFailure(signalExitCodes.SIGINT, 'watch was stopped', ''));
  const { isColoured } = world;
  return liveView({ ...place, terminal, root: call.root(), isColoured, onQuit }, signal);
}
