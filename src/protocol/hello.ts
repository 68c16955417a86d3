/**
 * The first request on every connection, within 5 s: who calls, and by what right. The server answers with the surface
 * that the connection got; another protocol version is refused with an error whose facts name both.
 */
export type ClientKind = 'window' | 'cli' | 'mcp' | 'hook' | 'script';
export type Surface = 'worker' | 'operator';

/** A process among the caller and its ancestors, by which the holder of a lease is known (C13). */
export interface ProcessView {
  readonly pid: number;
  /**
   * When it started, as its system counts: milliseconds since boot on Linux, epoch milliseconds elsewhere; 0: not known.
   * Equal numbers mean the same process only within one `ProcessOrigin`.
   */
  readonly started_at: number;
  /** Base name of the program, `.exe` removed. */
  readonly name: string;
  /**
   * Base name of the script that a runtime or shell runs, `-c` for a text of commands; never another argument. Null: none,
   * as a shell that reads from a person.
   */
  readonly script: string | null;
  /** It is a `signalbox run`, which lives as long as its worker does. */
  readonly is_run: boolean;
}

/** Where pids mean the same: another host, boot or pid namespace has other processes under the same numbers. */
export interface ProcessOrigin {
  readonly host: string;
  readonly boot_id: string | null;
  readonly pid_namespace: string | null;
}

export interface HelloParams {
  readonly protocol_version: number;
  /** Of `writer-<term>.json`: the worker surface. */
  readonly token?: string;
  /** Of the user's configuration folder: the operator surface, except for a worker's own processes (T7). */
  readonly operator_key?: string;
  readonly kind: ClientKind;
  /** Shown in health: `signalbox next`, `VS Code`. */
  readonly name: string;
  /** Version of the client's program. */
  readonly version: string;
  readonly origin: ProcessOrigin;
  readonly process: ProcessView;
  /** Parent first; at most 32. */
  readonly ancestors: readonly ProcessView[];
  /** Real path of the root that the client means. */
  readonly root: string;
}

export interface HelloResult {
  readonly protocol_version: number;
  readonly server_version: string;
  readonly surface: Surface;
  readonly root: string;
  /** Term of the writer (store.md). */
  readonly term: number;
}

export const MAX_ANCESTORS = 32;
export const HELLO_WITHIN_MS = 5_000;

const clientKinds: Readonly<Record<ClientKind, true>> = {
  window: true,
  cli: true,
  mcp: true,
  hook: true,
  script: true,
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 4096;
const isTextOrNull = (value: unknown) => value === null || isText(value);
const isTextOrAbsent = (value: unknown) => value === undefined || isText(value);

const isProcess = (value: unknown): value is ProcessView =>
  isRecord(value) &&
  Number.isSafeInteger(value['pid']) &&
  Number.isFinite(value['started_at']) &&
  isText(value['name']) &&
  isTextOrNull(value['script']) &&
  typeof value['is_run'] === 'boolean';

const isOrigin = (value: unknown): value is ProcessOrigin =>
  isRecord(value) &&
  isText(value['host']) &&
  isTextOrNull(value['boot_id']) &&
  isTextOrNull(value['pid_namespace']);

const isAncestors = (value: unknown): value is readonly ProcessView[] =>
  Array.isArray(value) && value.length <= MAX_ANCESTORS && value.every(isProcess);

const fields: Readonly<Record<keyof HelloParams, (value: unknown) => boolean>> = {
  protocol_version: Number.isSafeInteger,
  token: isTextOrAbsent,
  operator_key: isTextOrAbsent,
  kind: (value) => typeof value === 'string' && Object.hasOwn(clientKinds, value),
  name: isText,
  version: isText,
  origin: isOrigin,
  process: isProcess,
  ancestors: isAncestors,
  root: isText,
};

/**
 * The first field that is not as `HelloParams` says; null: none. Written by hand, since the check runs before a client is
 * trusted and in bundles without zod. Unknown fields are let through: a later version may add some.
 */
export function badHelloField(params: unknown): string | null {
  if (!isRecord(params)) return 'params';
  return Object.entries(fields).find(([name, isGood]) => !isGood(params[name]))?.[0] ?? null;
}
