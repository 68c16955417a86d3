/** Arrays and objects within one another. Nothing that is meant comes near it, and what walks over values may recurse. */
export const MAX_NESTING = 64;

/** Whether a value of JSON has more than this many arrays and objects within one another. Looks no deeper than that. */
export const nestsDeeper = (value: unknown, limit: number = MAX_NESTING): boolean =>
  typeof value === 'object' && value !== null && isDeeper(value, limit);

function isDeeper(value: object, limit: number): boolean {
  if (limit === 0) return true;
  // Plain loops: it looks at all that anybody sends.
  if (Array.isArray(value)) {
    for (const each of value as readonly unknown[]) if (nestsDeeper(each, limit - 1)) return true;
    return false;
  }
  const own = value as Readonly<Record<string, unknown>>;
  for (const key in own) if (nestsDeeper(own[key], limit - 1)) return true;
  return false;
}
