import type { UsageLimit, UsageLimitInput } from '@atelier/contracts/money/usage';
import { toCredits, toMicroCredits } from '../../../../kernel/base/credits.ts';
import { fail } from '../../../../kernel/base/errors.ts';
import { newId } from '../../../../kernel/base/ids.ts';
import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
import { addMonths } from '../advance.ts';
import { limitRepository } from '../repository/limits.ts';
import { subscriptionRepository } from '../repository/subscriptions.ts';
import type { UsageLimitRow } from '../tables.ts';
import { findSubject } from './limit-subjects.ts';

const findPeriodStart = (period: UsageLimitRow['period'], now: Date): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), period === 'DAY' ? now.getUTCDate() : 1));

const findPeriodEnd = (period: UsageLimitRow['period'], beginning: Date): Date =>
  period === 'DAY' ? new Date(beginning.getTime() + 86_400_000) : addMonths(beginning, 1);

const present = async (tx: TxCtx, row: UsageLimitRow): Promise<UsageLimit> => {
  const beginning = findPeriodStart(row.period, tx.now());
  const used = row.countedFrom >= beginning ? row.used : 0;
  return {
    limitId: row.id,
    scope: row.scope,
    subjectId: row.scope === 'TENANT' ? null : row.subjectId,
    subjectName: (await findSubject(tx, row)) ?? null,
    period: row.period,
    kind: row.kind,
    credits: toCredits(row.amount),
    used: toCredits(used),
    isReached: used >= row.amount,
    resetsAt: findPeriodEnd(row.period, beginning).toISOString(),
  };
};

/** Lists the limits: first the tenant's own, then those of apps and users. */
export const listUsageLimits = (ctx: AnyCtx): Promise<UsageLimit[]> =>
  ctx.tx(async (tx) => {
    const limits: UsageLimit[] = [];
    for (const row of await limitRepository.list(tx.db)) limits.push(await present(tx, row));
    return limits;
  });

/**
 * Sets a limit, or changes the credits of the existing limit with the same subject, period and kind. Throws `billing.subject_not_found`.
 */
export const setUsageLimit = (ctx: AnyCtx, input: UsageLimitInput): Promise<UsageLimit> =>
  ctx.tx(async (tx) => {
    const { scope, period, kind } = input;
    const named = { scope, period, kind, subjectId: scope === 'TENANT' ? '' : (input.subjectId ?? '') };
    if (scope !== 'TENANT' && (await findSubject(tx, named)) === undefined) fail('billing.subject_not_found');
    // No hold may come between counting the present use and storing the limit that counts on from there.
    await subscriptionRepository.lock(tx.db);
    const amount = toMicroCredits(input.credits);
    const existing = await limitRepository.findNamed(tx.db, named);
    const row = existing
      ? await limitRepository.change(tx.db, existing.id, amount)
      : await limitRepository.insert(tx.db, {
          id: newId('lim'),
          ...named,
          amount,
          ...(await limitRepository.usedBy(tx.db, named)),
        });
    if (!row) return fail('billing.usage_limit_not_found');
    await tx.audit('billing.limit_set', row.id, { ...named, credits: input.credits });
    return present(tx, row);
  });

/** Throws `billing.usage_limit_not_found`. */
export const removeUsageLimit = (ctx: AnyCtx, id: string): Promise<void> =>
  ctx.tx(async (tx) => {
    const row = (await limitRepository.remove(tx.db, id)) ?? fail('billing.usage_limit_not_found');
    const { scope, subjectId, period, kind, amount } = row;
    await tx.audit('billing.limit_removed', id, {
      scope,
      subjectId,
      period,
      kind,
      credits: toCredits(amount),
    });
  });
