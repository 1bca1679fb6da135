import { billing } from '@atelier/contracts/money/billing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { toMicroCredits } from '../../../kernel/base/credits.ts';
import type { Ctx } from '../../../kernel/context/context.ts';
import { StepCharges } from '../../../kernel/context/run-costs.ts';
import { grantAddOnCredits } from './service/current-subscription.ts';
import { holdAtEnd, holdCredits, settleHold } from './service/holds.ts';
import { readSubscription, summarizeBilling } from './service/read-subscription.ts';
import { releaseLostHolds } from './service/release-lost-holds.ts';
import { setUsageLimit } from './service/usage-limits.ts';

describe('the credit ledger', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ env: { FREE_CREDITS: '100' } });
  });
  afterAll(() => server.close());

  const tenant = async () => server.contextOf((await server.signUp()).user.tenantId);
  const balance = (ctx: Ctx): Promise<number> =>
    ctx.tx(async (tx) => {
      const { featureBalances, addOns } = await readSubscription(tx);
      return featureBalances.credits + addOns.credits;
    });
  const hold = (ctx: Ctx, credits: number, reference = 'query', subject: object = {}) =>
    ctx.tx(async (tx) => {
      const order = { kind: 'OTHER', reference, amount: toMicroCredits(credits), ...subject } as const;
      return (await holdCredits(tx, order)).holdId;
    });
  const settle = (ctx: Ctx, holdId: string | null, credits: number) =>
    ctx.tx((tx) =>
      settleHold(tx, { kind: 'OTHER', reference: 'query', holdId, cost: toMicroCredits(credits) }),
    );
  const debit = async (ctx: Ctx, reference: string, subject: object = {}) =>
    settle(ctx, await hold(ctx, 1, reference, subject), 1);
  const sums = async (tenantId: string) => {
    const [row] = await server.sql<{ entries: string; least: string; recorded: string; spent: string }>(
      `select (select coalesce(sum(amount), 0) from ledger_entries where tenant_id = $1) as entries,
        (select min(amount) from ledger_balances where tenant_id = $1 and account in ('AVAILABLE', 'ADD_ON', 'HELD')) as least,
        (select coalesce(sum(amount), 0) from usage_records where tenant_id = $1) as recorded,
        (select coalesce(sum(amount), 0) from ledger_entries where tenant_id = $1 and account = 'SPENT') as spent`,
      [tenantId],
    );
    return row;
  };
  const codesOf = (outcomes: PromiseSettledResult<unknown>[]) =>
    new Set(
      outcomes.flatMap((outcome) =>
        outcome.status === 'rejected' ? [(outcome.reason as { code?: string }).code] : [],
      ),
    );

  it('grants the free credits once, even when twenty readers come at the same time', {
    tags: ['CREDIT-09', 'BILLING-01', 'BILLING-03'],
  }, async () => {
    const ctx = await tenant();
    const balances = await Promise.all(Array.from({ length: 20 }, () => balance(ctx)));
    expect(new Set(balances)).toEqual(new Set([100]));
    const { client } = await server.signUp();
    const { status, body } = await client.send(billing.endpoints.subscription, {});
    expect([status, body.responseCode]).toEqual([200, 200]);
    expect(body.responseData).toMatchObject({
      featureBalances: { credits: 100 },
      addOns: { credits: 0 },
      isInTrial: false,
      trialStartsAt: null,
      trialEndsAt: null,
      planDetails: { planId: 'free', planType: 'Free', name: 'Free' },
      status: 'ACTIVE',
    });
  });

  it('lets exactly 100 of 200 concurrent debits pass when 100 are affordable', {
    tags: ['CREDIT-11'],
  }, async () => {
    const ctx = await tenant();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 200 }, (_, index) => debit(ctx, `debit-${index}`)),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(100);
    expect(codesOf(outcomes)).toEqual(new Set(['billing.credits_too_low']));
    const spent = String(toMicroCredits(100));
    expect(await sums(ctx.tenantId)).toEqual({ entries: '0', least: '0', recorded: spent, spent });
  });

  it('spends the credits of the plan before bought ones, also with 200 debits at once', {
    tags: ['CREDIT-09'],
  }, async () => {
    const ctx = await tenant();
    await ctx.tx((tx) => readSubscription(tx));
    await debit(ctx, 'first');
    await ctx.tx((tx) => grantAddOnCredits(tx, { credits: 21, key: 'order-1' }));
    expect(await ctx.tx((tx) => grantAddOnCredits(tx, { credits: 21, key: 'order-1' }))).toBe(false);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 200 }, (_, index) => debit(ctx, `debit-${index}`)),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(120);
    expect(codesOf(outcomes)).toEqual(new Set(['billing.credits_too_low']));
    expect(await sums(ctx.tenantId)).toMatchObject({ entries: '0', least: '0' });
  });

  it('never exceeds a hard limit, however many debits come at the same time', async () => {
    const ctx = await tenant();
    await debit(ctx, 'before', { appId: 'app_busy' });
    await setUsageLimit(ctx, { scope: 'TENANT', subjectId: null, period: 'DAY', kind: 'HARD', credits: 31 });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 80 }, (_, index) => debit(ctx, `debit-${index}`)),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(30);
    expect(codesOf(outcomes)).toEqual(new Set(['billing.limit_reached']));
    expect(await balance(ctx)).toBe(69);
    expect(await sums(ctx.tenantId)).toMatchObject({ entries: '0', least: '0' });
  });

  it('charges the real cost, returns the rest to the account it came from, and settles once', async () => {
    const ctx = await tenant();
    await ctx.tx((tx) => grantAddOnCredits(tx, { credits: 50, key: 'order' }));
    const holdId = await hold(ctx, 120);
    expect(await balance(ctx)).toBe(30);
    expect(await settle(ctx, holdId, 2.5)).toBe(2.5);
    expect(await settle(ctx, holdId, 2.5)).toBe(0);
    expect(await ctx.tx(readSubscription)).toMatchObject({
      featureBalances: { credits: 97.5 },
      addOns: { credits: 50 },
      spentThisPeriod: 2.5,
    });
    expect(await ctx.tx(summarizeBilling)).toMatchObject({ creditsLeft: 147.5, creditsSpent: 2.5 });
  });

  it('charges work that cost more than its hold up to the available credits', async () => {
    const ctx = await tenant();
    expect(await settle(ctx, await hold(ctx, 10), 500)).toBe(100);
    expect(await sums(ctx.tenantId)).toMatchObject({ entries: '0', least: '0' });
  });

  it('moves balances with a hold, and writes entries when it is settled', async () => {
    const ctx = await tenant();
    await balance(ctx);
    const entries = () =>
      server.sql<{ account: string; amount: string }>(
        `select e.account, e.amount from ledger_entries e join ledger_transactions t using (tenant_id)
         where e.tenant_id = $1 and t.id = e.transaction_id and t.kind <> 'GRANT' order by e.account`,
        [ctx.tenantId],
      );
    const id = await hold(ctx, 40, 'entries');
    expect(await balance(ctx)).toBe(60);
    expect(await entries()).toEqual([]);
    await settle(ctx, id, 15);
    expect(await balance(ctx)).toBe(85);
    const spent = String(toMicroCredits(15));
    expect(await entries()).toEqual([
      { account: 'AVAILABLE', amount: `-${spent}` },
      { account: 'SPENT', amount: spent },
    ]);
    const differing = await server.sql(
      `select b.account from ledger_balances b where b.tenant_id = $1 and b.amount <> coalesce(
         (select sum(e.amount) from ledger_entries e where e.tenant_id = $1 and e.account = b.account), 0)`,
      [ctx.tenantId],
    );
    expect(differing).toEqual([]);
  });

  const makeOld = (ctx: Ctx, interval = '10 minutes 10 seconds') =>
    server.sql(`update ledger_holds set created_at = now() - $2::interval where tenant_id = $1`, [
      ctx.tenantId,
      interval,
    ]);
  /** Returns in how many minutes lost holds are looked for, by the job and by the subscription. */
  const release = async (ctx: Ctx) =>
    (
      await server.sql(
        `select (select round(extract(epoch from run_at - now()) / 60)::int from graphile_worker.jobs where key = $2) as job,
           round(extract(epoch from release_at - now()) / 60)::int as subscription
         from subscriptions where tenant_id = $1`,
        [ctx.tenantId, `billing.release-lost-holds:${ctx.tenantId}`],
      )
    )[0];

  it('releases the hold of work that has sent no sign for ten minutes', async () => {
    const ctx = await tenant();
    await hold(ctx, 40, 'lost');
    expect(await release(ctx)).toEqual({ job: 10, subscription: 10 });
    await releaseLostHolds(ctx);
    expect(await balance(ctx)).toBe(60);
    await makeOld(ctx, '9 minutes');
    await releaseLostHolds(ctx);
    expect(await balance(ctx)).toBe(60);
    expect(await release(ctx)).toEqual({ job: 1, subscription: 1 });
    await makeOld(ctx);
    await server.sql('select graphile_worker.remove_job($1)', [`billing.release-lost-holds:${ctx.tenantId}`]);
    await releaseLostHolds(ctx);
    expect(await balance(ctx)).toBe(100);
    expect(await release(ctx)).toEqual({ job: null, subscription: null });
  });

  it('holds credits with the last statement of a transaction, which also orders the search for lost holds', async () => {
    const ctx = await tenant();
    await balance(ctx);
    const order = { kind: 'OTHER', reference: 'query' } as const;
    const held = await ctx.tx((tx) => holdAtEnd(tx, { ...order, amount: toMicroCredits(40) }));
    expect(held).toMatchObject({ id: expect.stringMatching(/^hold_/) as string, row: { outcome: 'held' } });
    expect(await balance(ctx)).toBe(60);
    expect(await release(ctx)).toEqual({ job: 10, subscription: 10 });
    expect(await settle(ctx, held.id ?? null, 15)).toBe(15);
    const free = await ctx.tx((tx) => holdAtEnd(tx, { ...order, amount: 0 }));
    expect([free.id, free.row?.outcome]).toEqual([null, 'free']);
    const refused = await ctx.tx((tx) => holdAtEnd(tx, { ...order, amount: toMicroCredits(90) }));
    expect([refused.id, refused.row?.outcome]).toEqual([undefined, 'too_low']);
    expect(await balance(ctx)).toBe(85);
  });

  it('holds and charges parts of a micro-credit as whole ones', async () => {
    const ctx = await tenant();
    const order = { kind: 'OTHER', reference: 'query' } as const;
    const { holdId } = await ctx.tx((tx) => holdCredits(tx, { ...order, amount: 0.4 }));
    expect(holdId).toMatch(/^hold_/);
    expect(await ctx.tx((tx) => settleHold(tx, { ...order, holdId, cost: 0.4 }))).toBe(0.000_001);
  });

  it('records work without a hold where a model was called or an answer given, and charges nothing for it', async () => {
    const ctx = await tenant();
    const record = (reference: string, kind: 'ANSWER' | 'EMBEDDING', inputTokens = 0, outputTokens = 0) =>
      ctx.tx((tx) =>
        settleHold(tx, { reference, kind, inputTokens, outputTokens, holdId: null, cost: 0, appId: 'app_1' }),
      );
    expect(await record('answer', 'ANSWER')).toBe(0);
    expect(await record('nothing', 'EMBEDDING')).toBe(0);
    expect(await record('even', 'EMBEDDING', 5, 5)).toBe(0);
    expect(await record('one', 'EMBEDDING', 1)).toBe(0);
    const records = await server.sql(
      `select reference, amount, input_tokens as input, output_tokens as output, app_id as app
       from usage_records where tenant_id = $1 order by reference`,
      [ctx.tenantId],
    );
    const [amount, app] = ['0', 'app_1'];
    expect(records).toEqual([
      { reference: 'answer', amount, input: 0, output: 0, app },
      { reference: 'even', amount, input: 5, output: 5, app },
      { reference: 'one', amount, input: 1, output: 0, app },
    ]);
  });

  it('charges the step of a run once, for each model, when the step is made again', async () => {
    const ctx = await tenant();
    const attempt = async (costs: readonly [string, number][]) => {
      const step = ctx.within({ charges: new StepCharges('run_1 step') });
      const charged = [];
      for (const [modelId, cost] of costs) {
        const work = { kind: 'OTHER', reference: 'run_1', modelId } as const;
        const { holdId } = await step.tx((tx) => holdCredits(tx, { ...work, amount: toMicroCredits(9) }));
        charged.push(await step.tx((tx) => settleHold(tx, { ...work, holdId, cost })));
      }
      return charged;
    };
    const small = 0.000_001;
    expect(
      await attempt([
        ['prv/free', 0],
        ['prv/small', 1],
        ['prv/large', toMicroCredits(2)],
      ]),
    ).toEqual([0, small, 2]);
    const again = await attempt([
      ['prv/free', toMicroCredits(3)],
      ['prv/small', 1],
      ['prv/large', toMicroCredits(2)],
    ]);
    expect(again).toEqual([3, 0, 0]);
    expect(await balance(ctx)).toBe(94.999_999);
  });

  it('charges work that ends after its hold was released, once', async () => {
    const ctx = await tenant();
    const holdId = await hold(ctx, 40, 'slow');
    await makeOld(ctx);
    await releaseLostHolds(ctx);
    expect(await settle(ctx, holdId, 30)).toBe(30);
    expect(await settle(ctx, holdId, 30)).toBe(0);
    expect(await balance(ctx)).toBe(70);
    expect(await sums(ctx.tenantId)).toMatchObject({ entries: '0', recorded: String(toMicroCredits(30)) });
  });

  it('orders one job for lost holds, however many holds there are', async () => {
    const ctx = await tenant();
    const before = await server.sql<{ jobs: number }>(
      `select count(*)::int as jobs from graphile_worker.jobs where task_identifier = 'billing.release-lost-holds'`,
    );
    await Promise.all(Array.from({ length: 10 }, (_, index) => hold(ctx, 1, `hold-${index}`)));
    const after = await server.sql<{ jobs: number }>(
      `select count(*)::int as jobs from graphile_worker.jobs where task_identifier = 'billing.release-lost-holds'`,
    );
    expect((after[0]?.jobs ?? 0) - (before[0]?.jobs ?? 0)).toBe(1);
  });

  it('refuses a transaction that does not sum to zero in the database itself', async () => {
    const ctx = await tenant();
    await balance(ctx);
    const unbalanced = server.sql(
      `with t as (insert into ledger_transactions (tenant_id, id, idempotency_key, kind, reference) values ($1, 'ltx_x', 'x', 'GRANT', 'x') returning id)
      insert into ledger_entries (tenant_id, transaction_id, account, amount) select $1, id, 'AVAILABLE', 5 from t`,
      [ctx.tenantId],
    );
    await expect(unbalanced).rejects.toThrow('does not sum to zero');
  });
});
