/** Whether a thrown value is a system error with one of these codes. */
export const isErrno = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && codes.includes((error as NodeJS.ErrnoException).code ?? '');
