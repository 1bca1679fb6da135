const terminal: readonly string[] = ['COMPLETED', 'FAILED', 'CANCELLED'];

/** Whether a run has ended; such a status never changes. */
export const isTerminal = (status: string): boolean => terminal.includes(status);
