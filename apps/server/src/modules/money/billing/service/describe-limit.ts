import { microPerCredit } from '../micro-credit.ts';
import type { UsageLimitRow } from '../tables.ts';

const whom = { TENANT: 'of the company', USER: 'of this person', APP: 'of this app' };

/** Describes a limit, such as "daily limit of 1,000 credits of this app". */
export const describeLimit = ({ scope, period, amount }: UsageLimitRow): string =>
  `${period === 'DAY' ? 'daily' : 'monthly'} limit of ${(amount / microPerCredit).toLocaleString('en')} credits ${whom[scope]}`;
