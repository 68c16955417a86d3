/** The words of a command line, by form. `parseArgs` of Node does the same, but takes a tenth of the start to load. */
export type Token =
  | { readonly kind: 'operand'; readonly value: string }
  | {
      readonly kind: 'flag';
      readonly name: string;
      /** As it was written, without its value. */
      readonly written: string;
      /** Null: none was given. */
      readonly value: string | null;
      /** It was written in one word, `--name=value`. */
      readonly isInline: boolean;
    };

export interface Tokens {
  readonly tokens: readonly Token[];
  /** Behind `--`. */
  readonly rest: readonly string[];
}

const shorts: Readonly<Record<string, string>> = { h: 'help' };

/** @param takesValue whether the word behind a flag of this name belongs to it. */
export function tokensOf(args: readonly string[], takesValue: (name: string) => boolean): Tokens {
  const tokens: Token[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at] ?? '';
    if (word === '--') return { tokens, rest: args.slice(at + 1) };
    // `-` alone is stdin.
    if (!word.startsWith('-') || word === '-') {
      tokens.push({ kind: 'operand', value: word });
      continue;
    }
    const [written = '', ...values] = word.split('=');
    const bare = written.replace(/^--?/, '');
    const name = written.startsWith('--') ? bare : (shorts[bare] ?? bare);
    if (values.length > 0) {
      tokens.push({ kind: 'flag', name, written, value: values.join('='), isInline: true });
      continue;
    }
    const next = takesValue(name) ? args[at + 1] : undefined;
    // `--lease --json` forgot the lease; `--option -` did not forget it.
    const value = next === undefined || next.startsWith('--') ? null : next;
    if (value !== null) at += 1;
    tokens.push({ kind: 'flag', name, written, value, isInline: false });
  }
  return { tokens, rest: [] };
}
