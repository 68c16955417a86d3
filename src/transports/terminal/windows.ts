import type { NoticeProcess } from '../../coordinator/workerTurns.ts';
import type { WorkerId } from '../../core/model/ids.ts';
import type { Disposable } from '../../base/disposable.ts';

/** What a window is told of a worker whose terminal it may have. */
export interface TerminalQuestion {
  readonly worker: WorkerId;
  /** Above the process of its last call, nearest first. */
  readonly processes: readonly NoticeProcess[];
  /** When its turn ended, epoch milliseconds: nobody may have typed since. Null: a person said Send. */
  readonly turnEndedAt: number | null;
}

/** What is to be typed, and entered by a carriage return of its own. */
export interface TypedOffer {
  readonly messageId: string;
  readonly attempt: number;
  readonly term: number;
  readonly line: string;
  /** Epoch milliseconds after which nothing more is typed. */
  readonly untilAt: number;
}

/** What is true of a terminal, as the window says that has it. */
export interface TerminalAnswer {
  readonly endpointId: string;
  /** Of the terminal's first process, which ends with it. */
  readonly pid: number;
  readonly state: 'ready' | 'busy' | 'unknown' | 'idle' | 'injected' | 'left';
  readonly reason: string | null;
}

/** A window that has the terminal that was asked for. */
export interface OwningWindow {
  readonly name: string;
  readonly answer: TerminalAnswer;
  /** Rejects when the window is gone, or does not answer. */
  deliver(offer: TypedOffer): Promise<TerminalAnswer>;
}

/** The editor's windows that are connected by now. */
export interface Windows {
  /** Those that have the worker's terminal: looks, and touches nothing. One that does not answer has none. */
  find(question: TerminalQuestion): Promise<readonly OwningWindow[]>;
  /** A window has come or gone. */
  onChange(listener: () => void): Disposable;
}
