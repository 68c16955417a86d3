/** Texts of tasks and workers come from outside; wherever VS Code shows them they are text and nothing else. */

const MARKDOWN = /[\\`*_{}[\]()#+\-.!|<>~&]/g;

/** In Markdown, on one line. */
export const inMarkdown = (text: string): string => oneLine(text.replace(MARKDOWN, '\\$&'));

/** In a message, which would make links of `[text](command:...)`. */
export const inMessage = (text: string): string => oneLine(text).replaceAll('](', '] (');

/** In a pick or the status bar, which would make a picture of `$(name)`. */
export const inLabel = (text: string): string => oneLine(text).replaceAll('$(', '\\$(');

export const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

/** At most so many characters, the last one a mark that there are more. */
export function shortened(text: string, most: number): string {
  const letters = [...text];
  return letters.length <= most ? text : `${letters.slice(0, most - 1).join('')}…`;
}
