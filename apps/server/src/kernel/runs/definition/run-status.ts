const terminal: readonly string[] = ['COMPLETED', 'FAILED', 'CANCELLED'];

/** Returns true for the statuses of a run that has ended. They never change. */
export const isTerminal = (status: string): boolean => terminal.includes(status);
