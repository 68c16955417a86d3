/** A terminal of this window whose process runs, as far as Signalbox needs to know it. */
export interface OpenTerminal {
  /** Of its first process: its shell, or the program that it was opened for. */
  readonly pid: number;
  readonly name: string;
  /** When Signalbox last typed into it, epoch milliseconds; null: never. */
  readonly typedAt: number | null;
  /** Types as it is; `\r` is Enter. */
  type(text: string): void;
  show(): void;
}
