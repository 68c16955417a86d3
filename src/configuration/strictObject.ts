import * as z from 'zod';
import { nearestName } from '../files/nearestName.ts';

/** An object whose unknown keys are refused, each with the key that was probably meant (C21). */
export function strictObject<const Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const known = Object.keys(shape);
  const hint = (key: string): string => {
    const nearest = nearestName(key, known);
    if (nearest !== undefined) return `did you mean ${nearest}?`;
    return known.length === 0
      ? 'remove it, there are none here.'
      : `remove it, or use one of ${known.join(', ')}.`;
  };
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map(hint).join('\n')
        : `an object${known.length > 6 ? '' : ` {${known.join(', ')}}`}`,
  });
}
