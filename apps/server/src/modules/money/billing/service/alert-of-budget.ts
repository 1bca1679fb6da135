import type { Services } from '../../../../kernel/services/services.ts';

export type BudgetPeriod = 'day' | 'month';

/** Shares of the operator's budget at which whoever reads the log is told, the highest first. */
const shares = [1, 0.8];

/** The beginning of the period for which a share was told last, by server: each is told once. */
const told = new WeakMap<Services, Map<string, string>>();

/** Says in the log that the operator's budget is running out, or has. `spent` is in credits. */
export const alertOfBudget = (
  services: Services,
  { period, spent, now }: { period: BudgetPeriod; spent: number; now: Date },
): void => {
  const ceiling = services.config.operatorBudget[period];
  const share = shares.find((part) => ceiling > 0 && spent >= part * ceiling);
  if (share === undefined) return;
  const beginning = now.toISOString().slice(0, period === 'day' ? 10 : 7);
  const known = told.get(services) ?? new Map<string, string>();
  told.set(services, known);
  if (known.get(`${period} ${share}`) === beginning) return;
  known.set(`${period} ${share}`, beginning);
  services.log.warn(
    { period, share, spentCredits: Math.round(spent), ceilingCredits: ceiling },
    'the budget of the server for models is running out',
  );
};
