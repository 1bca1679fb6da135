import type { AnyCtx } from '../../../kernel/context.ts';
import { screenViewRepository } from '../repository.ts';

const dayMs = 24 * 60 * 60 * 1000;
const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

interface View {
  /** A pattern without ids, as the contract makes it. */
  screen: string;
  count: number;
}

/** Counts opened screens of the company, by day (UTC). Does nothing where the operator has turned it off. */
export const recordViews = async (ctx: AnyCtx, views: readonly View[]): Promise<void> => {
  if (!ctx.services.config.frontEnd.analytics) return;
  const sums = new Map<string, number>();
  for (const { screen, count } of views) sums.set(screen, (sums.get(screen) ?? 0) + count);
  await ctx.tx((tx) => screenViewRepository.add(tx.db, tx.tenantId, dayOf(tx.now()), sums));
};

/** How often which screen was opened in the last days, in all companies together. */
export const readUsage = (ctx: AnyCtx, days: number) =>
  ctx.tx(async ({ db, now, services }) => {
    const since = dayOf(new Date(now().getTime() - (days - 1) * dayMs));
    return {
      isOn: services.config.frontEnd.analytics,
      screens: await screenViewRepository.byScreen(db, since),
      perDay: await screenViewRepository.byDay(db, since),
    };
  });
