/** What went wrong without a person having to know (TENANT-11): for whoever opens the browser's console. */
export const logFailure = (what: string, error: unknown): void => {
  // oxlint-disable-next-line no-console -- The browser's console is the log of the front end.
  console.warn(`${what}:`, error instanceof Error ? error.message : error);
};
