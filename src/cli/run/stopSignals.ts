/** Those that mean "stop". */
const stops = ['SIGINT', 'SIGQUIT', 'SIGTERM', 'SIGHUP'] as const;
/** What they mean is the command's affair. Windows has none of them. */
const others = ['SIGUSR1', 'SIGUSR2'] as const;
/** A terminal sends these to everything in the foreground, for its keys Ctrl-C and Ctrl-\\. */
const typed: ReadonlySet<NodeJS.Signals> = new Set(['SIGINT', 'SIGQUIT']);

/** Without a terminal the sender may have sent it to the command too: it may end by itself before it is asked to. */
const ASK_AFTER_MS = 1_000;

export interface SignalHandling {
  /** Whether a person sits at the terminal: the command has the keys, and says by its end what they meant. */
  readonly isInteractive: boolean;
  readonly onStop: () => void;
  /** The signal is the command's. */
  readonly onOther: (signal: NodeJS.Signals) => void;
}

export interface StopSignals {
  /** The first that stopped the command; null: none so far. */
  readonly received: () => NodeJS.Signals | null;
  /** Whether the terminal has sent it, to the command as well. */
  readonly wasTyped: (signal: NodeJS.Signals) => boolean;
  dispose(): void;
}

/**
 * Takes the signals that mean "stop" in place of Node, which would end at once. A key of the terminal has reached the
 * command already, and may mean something else to it: then nothing is done.
 */
export function stopSignals({ isInteractive, onStop, onOther }: SignalHandling): StopSignals {
  let received: NodeJS.Signals | null = null;
  let timer: NodeJS.Timeout | null = null;
  const seen = new Set<NodeJS.Signals>();
  const handle = (signal: NodeJS.Signals) => {
    if (isInteractive && typed.has(signal)) {
      seen.add(signal);
      return;
    }
    if (received === null && typed.has(signal)) timer = setTimeout(onStop, ASK_AFTER_MS);
    else onStop();
    received ??= signal;
  };
  const passed = process.platform === 'win32' ? [] : others;
  for (const signal of stops) process.on(signal, handle);
  for (const signal of passed) process.on(signal, onOther);
  return {
    received: () => received,
    wasTyped: (signal) => seen.has(signal),
    dispose: () => {
      if (timer !== null) clearTimeout(timer);
      for (const signal of stops) process.off(signal, handle);
      for (const signal of passed) process.off(signal, onOther);
    },
  };
}
