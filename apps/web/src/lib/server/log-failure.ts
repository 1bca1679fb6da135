/** Logs a failure that the user need not know about (TENANT-11) to the browser's console. */
export const logFailure = (what: string, error: unknown): void => {
  // oxlint-disable-next-line no-console -- The browser's console is the log of the front end.
  console.warn(`${what}:`, error instanceof Error ? error.message : error);
};
