import type { Services } from '../../../../kernel/services/services.ts';

export type BudgetPeriod = 'day' | 'month';

/** The shares of the operator's budget at which a warning is logged, highest first. */
const shares = [1, 0.8];

/** The period for which each share was last logged, by server, so that each is logged once per period. */
const told = new WeakMap<Services['config'], Map<string, string>>();

/** Logs a warning when the operator's budget is running out, or has run out. `spent` is in credits. */
export const alertOfBudget = (
  services: Services,
  { period, spent, now }: { period: BudgetPeriod; spent: number; now: Date },
): void => {
  const ceiling = services.config.operatorBudget[period];
  const share = shares.find((part) => ceiling > 0 && spent >= part * ceiling);
  if (share === undefined) return;
  const beginning = now.toISOString().slice(0, period === 'day' ? 10 : 7);
  const known = told.get(services.config) ?? new Map<string, string>();
  told.set(services.config, known);
  if (known.get(`${period} ${share}`) === beginning) return;
  known.set(`${period} ${share}`, beginning);
  services.log.warn(
    { period, share, spentCredits: Math.round(spent), ceilingCredits: ceiling },
    'the budget of the server for models is running out',
  );
};
