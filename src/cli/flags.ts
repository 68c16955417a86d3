/** What a verb may be told by flags, and the types of what it then reads. */
export type Flag =
  | { readonly kind: 'switch'; readonly about: string }
  | { readonly kind: 'text' | 'count'; readonly value: string; readonly about: string }
  /** `within`: the shortest and the longest, as they are written. */
  | {
      readonly kind: 'duration';
      readonly value: string;
      readonly about: string;
      readonly within?: readonly [string, string];
    }
  /** May be given several times. */
  | { readonly kind: 'texts'; readonly value: string; readonly about: string }
  | { readonly kind: 'choice'; readonly choices: readonly string[]; readonly about: string };

export type Flags = Readonly<Record<string, Flag>>;

type Value<F extends Flag> = F extends { kind: 'switch' }
  ? boolean
  : F extends { kind: 'texts' }
    ? readonly string[]
    : F extends { kind: 'duration' | 'count' }
      ? number | undefined
      : F extends { kind: 'choice'; choices: readonly (infer C)[] }
        ? C | undefined
        : string | undefined;

/** Durations are in milliseconds. */
export type FlagValues<F extends Flags> = { readonly [K in keyof F]: Value<F[K]> };

export const toggle = (about: string) => ({ kind: 'switch', about }) as const;
export const text = (value: string, about: string) => ({ kind: 'text', value, about }) as const;
export const texts = (value: string, about: string) => ({ kind: 'texts', value, about }) as const;
export const duration = (about: string, within?: readonly [string, string]) =>
  ({ kind: 'duration', value: 'DURATION', about, ...(within === undefined ? {} : { within }) }) as const;
export const count = (value: string, about: string) => ({ kind: 'count', value, about }) as const;
export const choice = <const C extends readonly string[]>(choices: C, about: string) =>
  ({ kind: 'choice', choices, about }) as const;
