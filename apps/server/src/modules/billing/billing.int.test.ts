import { billing } from '@atelier/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../tests/harness.ts';
import { holdCredits, settleHold } from './service/holds.ts';
import { microPerCredit } from './service/micro-credit.ts';
import { readBalance } from './service/read-balance.ts';
import { releaseStaleHolds } from './service/release-stale-holds.ts';

describe('the credit ledger', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ env: { FREE_CREDITS: '100' } });
  });
  afterAll(() => server.close());

  const tenant = async () => server.contextOf((await server.signUp()).user.tenantId);
  const sums = (tenantId: string) =>
    server.sql<{ entries: string; available: string }>(
      `select (select coalesce(sum(amount), 0) from ledger_entries where tenant_id = $1) as entries,
      (select amount from ledger_balances where tenant_id = $1 and account = 'AVAILABLE') as available`,
      [tenantId],
    );

  it('grants the free credits once, also to twenty readers at once (CREDIT-09)', async () => {
    const ctx = await tenant();
    const balances = await Promise.all(Array.from({ length: 20 }, () => readBalance(ctx)));
    expect(new Set(balances)).toEqual(new Set([100]));
    const { client } = await server.signUp();
    expect(await client.call(billing.endpoints.subscription, {})).toEqual({
      featureBalances: { credits: 100 },
      addOns: { credits: 0 },
    });
  });

  it('lets exactly 100 of 200 concurrent debits pass when 100 are affordable', async () => {
    const ctx = await tenant();
    const debit = async (index: number) => {
      const holdId = await ctx.tx((tx) =>
        holdCredits(tx, { amount: microPerCredit, reference: `debit-${index}` }),
      );
      return ctx.tx((tx) => settleHold(tx, { holdId, cost: microPerCredit }));
    };
    const outcomes = await Promise.allSettled(Array.from({ length: 200 }, (_, index) => debit(index)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(100);
    const codes = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [(outcome.reason as { code?: string }).code] : [],
    );
    expect(new Set(codes)).toEqual(new Set(['billing.credits_too_low']));
    expect(await sums(ctx.tenantId)).toEqual([{ entries: '0', available: '0' }]);
  });

  it('charges the real cost, gives the rest back, and settles once', async () => {
    const ctx = await tenant();
    const holdId = await ctx.tx((tx) => holdCredits(tx, { amount: 10 * microPerCredit, reference: 'query' }));
    expect(await readBalance(ctx)).toBe(90);
    expect(await ctx.tx((tx) => settleHold(tx, { holdId, cost: 2.5 * microPerCredit }))).toBe(2.5);
    expect(await ctx.tx((tx) => settleHold(tx, { holdId, cost: 2.5 * microPerCredit }))).toBe(0);
    expect(await readBalance(ctx)).toBe(97.5);
  });

  it('charges work that cost more than was held, up to what is there', async () => {
    const ctx = await tenant();
    const holdId = await ctx.tx((tx) => holdCredits(tx, { amount: 10 * microPerCredit, reference: 'query' }));
    expect(await ctx.tx((tx) => settleHold(tx, { holdId, cost: 500 * microPerCredit }))).toBe(100);
    expect(await sums(ctx.tenantId)).toEqual([{ entries: '0', available: '0' }]);
  });

  it('gives back what was held for work that was never settled', async () => {
    const ctx = await tenant();
    await ctx.tx((tx) => holdCredits(tx, { amount: 40 * microPerCredit, reference: 'lost' }));
    await releaseStaleHolds(ctx);
    expect(await readBalance(ctx)).toBe(60);
    await server.sql(`update ledger_holds set created_at = now() - interval '2 hours' where tenant_id = $1`, [
      ctx.tenantId,
    ]);
    await releaseStaleHolds(ctx);
    expect(await readBalance(ctx)).toBe(100);
  });

  it('refuses a transaction that does not sum to zero in the database itself', async () => {
    const ctx = await tenant();
    await readBalance(ctx);
    const unbalanced = server.sql(
      `with t as (insert into ledger_transactions (tenant_id, id, idempotency_key, kind, reference) values ($1, 'ltx_x', 'x', 'GRANT', 'x') returning id)
      insert into ledger_entries (tenant_id, transaction_id, account, amount) select $1, id, 'AVAILABLE', 5 from t`,
      [ctx.tenantId],
    );
    await expect(unbalanced).rejects.toThrow('does not sum to zero');
  });
});
