/** Returns the code of a failure, as PostgreSQL, Node and the network give it; an empty text when it has none. */
export const readErrorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** True when a failure, or one that caused it, has one of the codes. */
export const hasCode = (error: unknown, ...codes: readonly string[]): boolean => {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    if (codes.includes(readErrorCode(cause))) return true;
  return false;
};
