/** An amount as it is computed and stored: millionths of a credit. */
export type MicroCredits = number;

const microPerCredit = 1_000_000;

/** Converts an amount into credits, in which people and programs read it. */
export const toCredits = (amount: MicroCredits): number => amount / microPerCredit;

export const toMicroCredits = (credits: number): MicroCredits => Math.round(credits * microPerCredit);
