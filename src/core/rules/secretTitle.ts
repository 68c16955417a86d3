const verbs = new Set(['get', 'give', 'send', 'show', 'print', 'find', 'reveal', 'share', 'paste', 'need']);
const nouns = new Set(['secret', 'password', 'credential', 'token']);
const keyKinds = new Set(['api', 'private']);
/** A verb counts when it stands at most so many words before the noun (C15). */
const reach = 3;

const isPlainOrPlural = (word: string, set: ReadonlySet<string>): boolean =>
  set.has(word) || (word.endsWith('s') && set.has(word.slice(0, -1)));

const namesSecret = (word: string, next: string | undefined): boolean =>
  isPlainOrPlural(word, nouns) || (keyKinds.has(word) && (next === 'key' || next === 'keys'));

/** Whether a title asks for a secret: a request verb shortly before a word for one; case and punctuation ignored (C15). */
export function asksForSecret(title: string): boolean {
  const words = title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/['’]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  return words.some(
    (word, index) =>
      namesSecret(word, words[index + 1]) &&
      words.slice(Math.max(0, index - reach), index).some((before) => verbs.has(before)),
  );
}
