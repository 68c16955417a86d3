const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A terminal sends Ctrl-C to the command too: it may end by itself before it is asked to. */
const ASK_AFTER_CTRL_C_MS = 1_000;

export interface StopSignals {
  /** The first that came; null: none so far. */
  readonly received: () => NodeJS.Signals | null;
  dispose(): void;
}

/** Takes the signals that mean "stop" in place of Node, which would end at once. */
export function stopSignals(onStop: () => void): StopSignals {
  let received: NodeJS.Signals | null = null;
  let timer: NodeJS.Timeout | null = null;
  const handle = (signal: NodeJS.Signals) => {
    if (received === null && signal === 'SIGINT') timer = setTimeout(onStop, ASK_AFTER_CTRL_C_MS);
    else onStop();
    received ??= signal;
  };
  for (const signal of signals) process.on(signal, handle);
  return {
    received: () => received,
    dispose: () => {
      if (timer !== null) clearTimeout(timer);
      for (const signal of signals) process.off(signal, handle);
    },
  };
}
