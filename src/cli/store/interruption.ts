import { CommandFailure, signalExitCodes } from '../commandFailure.ts';

const signals = Object.keys(signalExitCodes) as (keyof typeof signalExitCodes)[];

export interface Interruption {
  /** Aborted by the first signal that means "stop"; its reason is a `CommandFailure`. */
  readonly signal: AbortSignal;
  dispose(): void;
}

/** Takes Ctrl-C and its like in place of Node, until it is disposed; a second one ends the program at once. */
export function interruption(doing: string, next: string): Interruption {
  const control = new AbortController();
  const stop = (name: keyof typeof signalExitCodes) => {
    dispose();
    control.abort(new CommandFailure(signalExitCodes[name], `${doing} was stopped by ${name}`, next));
  };
  const dispose = () => {
    for (const name of signals) process.off(name, stop);
  };
  for (const name of signals) process.on(name, stop);
  return { signal: control.signal, dispose };
}
