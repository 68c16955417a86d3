import type { ErrorKind } from './errors.ts';

/** Exit codes of the command line (protocol, CLI). */
export const exitCodes = {
  ok: 0,
  internal: 1,
  usage: 2,
  notFound: 3,
  conflict: 4,
  expired: 5,
  forbidden: 6,
  /** Gated, or the lease was stopped. */
  gated: 7,
  nothingToDo: 8,
  noCoordinator: 9,
  storage: 10,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

export const exitCodeOf: Readonly<Record<ErrorKind, ExitCode>> = {
  internal: exitCodes.internal,
  invalid_params: exitCodes.usage,
  too_large: exitCodes.usage,
  not_found: exitCodes.notFound,
  gone: exitCodes.notFound,
  conflict: exitCodes.conflict,
  invalid_state: exitCodes.conflict,
  busy: exitCodes.conflict,
  expired: exitCodes.expired,
  forbidden: exitCodes.forbidden,
  unauthenticated: exitCodes.forbidden,
  gated: exitCodes.gated,
  unavailable: exitCodes.noCoordinator,
  newer_schema: exitCodes.noCoordinator,
  sandboxed: exitCodes.noCoordinator,
  storage: exitCodes.storage,
};
