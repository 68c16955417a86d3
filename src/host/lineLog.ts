import type { Log, LogFacts } from '../coordinator/ports.ts';

/** One line a message: time, level, words, facts. Names only, never values (security). */
export function lineLog(write: (level: 'info' | 'warn' | 'error', line: string) => void): Log {
  const put =
    (level: 'info' | 'warn' | 'error') =>
    (message: string, facts: LogFacts = {}): void => {
      const named = Object.entries(facts).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
      write(level, [new Date().toISOString(), level, message, ...named].join(' '));
    };
  return { info: put('info'), warn: put('warn'), error: put('error') };
}
