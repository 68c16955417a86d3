import { type ExitCode, exitCodeOf, exitCodes } from '../protocol/exitCodes.ts';
import { ProtocolError } from '../protocol/errors.ts';

/** What a shell shows for a program that a signal ended. */
export const signalExitCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;
type SignalExitCode = (typeof signalExitCodes)[keyof typeof signalExitCodes];

/** Why a verb did not do what was asked: an exit code, one line of error, one line of what to do next. */
export class CommandFailure extends Error {
  readonly exitCode: ExitCode | SignalExitCode;
  readonly next: string;

  constructor(
    exitCode: ExitCode | SignalExitCode,
    message: string,
    next: string,
    options: ErrorOptions = {},
  ) {
    super(message, options);
    this.name = 'CommandFailure';
    this.exitCode = exitCode;
    this.next = next;
  }
}

/** The command line is wrong: exit 2. */
export const misused = (message: string, next: string): CommandFailure =>
  new CommandFailure(exitCodes.usage, message, next);

/** What a thrown value is to the person at the terminal. */
export function toCommandFailure(error: unknown): CommandFailure {
  if (error instanceof CommandFailure) return error;
  if (error instanceof ProtocolError) {
    return new CommandFailure(exitCodeOf[error.kind], error.message, error.next, { cause: error });
  }
  const message = error instanceof Error ? error.message : String(error);
  return new CommandFailure(exitCodes.internal, message, 'Run `signalbox doctor`.', { cause: error });
}
