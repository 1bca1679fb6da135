/** The number of micro-credits in one credit. */
export const microPerCredit = 1_000_000;
