import { closestMatch } from 'leven';

/** The name that was probably meant; undefined where none is near enough to be a slip of the hand. */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  const byLowerCase = new Map(names.map((valid) => [valid.toLowerCase(), valid]));
  const maxDistance = Math.min(3, Math.max(1, Math.floor(name.length / 3)));
  const nearest = closestMatch(name.toLowerCase(), [...byLowerCase.keys()], { maxDistance });
  return nearest === undefined ? undefined : byLowerCase.get(nearest);
}
