/** Looks until `isTrue` holds, at most for `withinMs`: for what a real process or file system does in its own time. */
export async function eventually(
  what: string,
  isTrue: () => boolean | Promise<boolean>,
  withinMs = 5_000,
): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error(`not within ${withinMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
