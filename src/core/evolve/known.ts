/** What an event names must exist: a miss means a damaged register, and going on would hide it. */
export function known<T>(value: T | undefined, what: string, id: string): T {
  if (value === undefined) throw new Error(`${what} ${id} is not in the register`);
  return value;
}
