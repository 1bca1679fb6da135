import type { AnyCtx } from '../../../../kernel/context/context.ts';
import { screenViewRepository } from '../repository.ts';

const dayMs = 24 * 60 * 60 * 1000;
const toIsoDay = (at: Date): string => at.toISOString().slice(0, 10);

interface View {
  /** The route pattern of the screen, without ids, as the contract requires. */
  screen: string;
  count: number;
}

/** More screens than the product has. Further patterns that a tenant reports on the same day are counted together as one. */
const mostScreens = 200;
const other = 'other';

const gather = (views: readonly View[], known: readonly string[]): Map<string, number> => {
  const screens = new Set(known);
  const sums = new Map<string, number>();
  for (const { screen, count } of views) {
    if (screens.size < mostScreens) screens.add(screen);
    const counted = screens.has(screen) ? screen : other;
    sums.set(counted, (sums.get(counted) ?? 0) + count);
  }
  return sums;
};

/** Counts the opened screens of the tenant, by day (UTC). Does nothing where the operator has turned it off. */
export const recordViews = async (ctx: AnyCtx, views: readonly View[]): Promise<void> => {
  if (!ctx.services.config.frontEnd.analytics) return;
  await ctx.tx(async ({ db, tenantId, now }) => {
    const day = toIsoDay(now());
    const known = await screenViewRepository.lockDay(db, tenantId, day);
    await screenViewRepository.add(db, tenantId, day, gather(views, known));
  });
};

/** Returns how often each screen was opened in the last days, in all tenants together. */
export const readUsage = (ctx: AnyCtx, days: number) =>
  ctx.tx(async ({ db, now, services }) => {
    const since = toIsoDay(new Date(now().getTime() - (days - 1) * dayMs));
    return {
      isOn: services.config.frontEnd.analytics,
      screens: await screenViewRepository.byScreen(db, since),
      perDay: await screenViewRepository.byDay(db, since),
    };
  });
