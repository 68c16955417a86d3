/** The end of an exhaustive switch: a forgotten case is a compile error, an unknown value at run time a fault. */
export function assertNever(value: never, what: string): never {
  throw new Error(`unknown ${what}: ${JSON.stringify(value)}`);
}
