import type { QuestionView } from '../../protocol/views.ts';

/** The answer that a click on a row gives, by the row's id; undefined: the person is to be asked for one. */
export function answerOfRow({ options }: QuestionView, row: string): string | undefined {
  const [, , place] = row.split('/');
  return place === undefined ? undefined : options[Number(place)];
}
