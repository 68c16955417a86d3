import type { QuestionView } from '../../protocol/views.ts';
import { oneLine } from './cleanText.ts';
import { shortId } from '../../protocol/shortIds.ts';

/** `1c2d3e4f open: Keep the old endpoint? [keep | remove]` */
export function questionLine(question: QuestionView): string {
  const free = question.free_text && question.options.length > 0 ? ['...'] : [];
  const options = [...question.options, ...free].map(oneLine).join(' | ');
  return `${shortId(question.id)} ${question.state}: ${oneLine(question.text)}${options === '' ? '' : ` [${options}]`}`;
}
