import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { apps } from '@atelier/contracts/assistants/apps';
import { chat } from '@atelier/contracts/assistants/chat/chat';
import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import { billing } from '@atelier/contracts/money/billing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually, startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { toMicroCredits } from '../../../kernel/base/credits.ts';
import type { Ctx } from '../../../kernel/context/context.ts';
import builtIn from './catalogue.json' with { type: 'json' };
import { changePlan, endPlan, markPastDue } from './service/change-plan.ts';
import { grantAddOnCredits, renewSubscription } from './service/current-subscription.ts';
import { holdCredits, settleHold } from './service/holds.ts';
import { readSubscription, summarizeBilling } from './service/read-subscription.ts';

const weekMs = 7 * 86_400_000;
const premiumCredits = 1_000_000;

const paid = (ctx: Ctx, credits: number) =>
  ctx.tx(async (tx) => {
    const order = { kind: 'OTHER', reference: 'work', amount: toMicroCredits(credits) } as const;
    return (await holdCredits(tx, order)).holdId;
  });

describe('plans', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ env: { FREE_CREDITS: '100' } });
  });
  afterAll(() => server.close());

  const tenant = async () => {
    const { client, user } = await server.signUp();
    return { client, ctx: server.contextOf(user.tenantId) };
  };
  const read = (ctx: Ctx) => ctx.tx(readSubscription);
  const spend = async (ctx: Ctx, credits: number) => {
    const holdId = await paid(ctx, credits);
    const cost = toMicroCredits(credits);
    await ctx.tx((tx) => settleHold(tx, { kind: 'OTHER', reference: 'work', holdId, cost }));
  };
  /** Moves all dates of the subscription back by the interval. */
  const age = (ctx: Ctx, interval: string) =>
    server.sql(
      `update subscriptions set anchor_at = anchor_at - $2::interval, period_starts_at = period_starts_at - $2::interval,
        period_ends_at = period_ends_at - $2::interval, due_at = due_at - $2::interval,
        trial_ends_at = trial_ends_at - $2::interval, grace_ends_at = grace_ends_at - $2::interval where tenant_id = $1`,
      [ctx.tenantId, interval],
    );
  const posted = (ctx: Ctx) =>
    server.sql<{ kind: string; count: number }>(
      `select kind, count(*)::int as count from ledger_transactions where tenant_id = $1 group by kind order by kind`,
      [ctx.tenantId],
    );

  it('are listed, and the one in use is marked', { tags: ['BILLING-06', 'BILLING-11'] }, async () => {
    const { client } = await tenant();
    const reply = await client.call(billing.endpoints.plans, {});
    expect(reply).toMatchObject({
      ...{ currentPlanId: 'free', isTrialAvailable: true, currency: 'USD' },
      payment: { by: 'invoice', note: null },
    });
    expect(reply.plans.map(({ planId }) => planId)).toEqual(['free', 'premium', 'enterprise']);
  });

  it('offer the premium plan for seven days as a trial, once for each tenant', {
    tags: ['BILLING-02', 'CONST-10'],
  }, async () => {
    const { client, ctx } = await tenant();
    const trial = await client.call(billing.endpoints.startTrial, { body: {} });
    expect(trial).toMatchObject({
      isInTrial: true,
      status: 'TRIALING',
      isTrialAvailable: false,
      planDetails: { planType: 'Premium' },
      featureBalances: { credits: premiumCredits },
    });
    expect(Date.parse(trial.trialEndsAt ?? '') - Date.parse(trial.trialStartsAt ?? '')).toBe(weekMs);
    const again = await client.send(billing.endpoints.startTrial, { body: {} });
    expect([again.status, again.body.code]).toEqual([409, 'billing.trial_used']);

    await ctx.tx((tx) => grantAddOnCredits(tx, { credits: 7, key: 'order' }));
    await age(ctx, '7 days');
    expect(await read(ctx)).toMatchObject({
      isInTrial: false,
      status: 'ACTIVE',
      isTrialAvailable: false,
      planDetails: { planType: 'Free' },
      featureBalances: { credits: 100 },
      addOns: { credits: 7 },
    });
    const afterwards = await client.send(billing.endpoints.startTrial, { body: {} });
    expect([afterwards.status, afterwards.body.code]).toEqual([409, 'billing.trial_used']);
  });

  it('start one month after a long pause, with the first use, and end the rest of the old credits', async () => {
    const { ctx } = await tenant();
    await spend(ctx, 99.999_999);
    await age(ctx, '5 months 3 days');
    const readers = Array.from({ length: 12 }, () => read(ctx));
    const seen = await Promise.all([...readers, renewSubscription(ctx).then(() => read(ctx))]);
    expect(new Set(seen.map(({ featureBalances }) => featureBalances.credits))).toEqual(new Set([100]));
    expect(seen[0]).toMatchObject({ spentThisPeriod: 0, status: 'ACTIVE' });
    expect(Date.parse(seen[0]?.periodEndsAt ?? '')).toBeGreaterThan(Date.now());
    expect(Date.parse(seen[0]?.periodStartsAt ?? '')).toBeLessThan(Date.now());
    expect(await posted(ctx)).toEqual([
      { kind: 'EXPIRE', count: 1 },
      { kind: 'GRANT', count: 2 },
      { kind: 'SETTLE', count: 1 },
    ]);
  });

  it('start the next month through a job when nobody uses the tenant', async () => {
    const { ctx } = await tenant();
    await read(ctx);
    const key = `billing.renew:${ctx.tenantId}`;
    const jobs = () =>
      server.sql<{ late: boolean }>(
        `select run_at < now() + interval '27 days' as late from graphile_worker.jobs where key = $1`,
        [key],
      );
    expect(await jobs()).toEqual([{ late: false }]);
    await server.sql('select graphile_worker.remove_job($1)', [key]);
    await renewSubscription(ctx);
    expect(await jobs()).toEqual([{ late: false }]);
    await spend(ctx, 100);
    await age(ctx, '40 days');
    await server.sql(
      `select graphile_worker.add_job('billing.renew', json_build_object('tenantId', $1::text), job_key := $2)`,
      [ctx.tenantId, key],
    );
    await eventually(async () =>
      (await posted(ctx)).some(({ kind, count }) => kind === 'GRANT' && count === 2),
    );
    // Nothing was left of the first month, so nothing expired.
    expect((await posted(ctx)).map(({ kind }) => kind)).toEqual(['GRANT', 'SETTLE']);
  });

  it('return no credits into a month that has ended', async () => {
    const { ctx } = await tenant();
    const holdId = await paid(ctx, 60);
    await age(ctx, '40 days');
    await read(ctx);
    await ctx.tx((tx) => settleHold(tx, { kind: 'OTHER', reference: 'work', holdId, cost: 0 }));
    expect((await read(ctx)).featureBalances.credits).toBe(100);
  });

  it('change to a paid one at once, and once however often the payment is reported', async () => {
    const { ctx } = await tenant();
    const periodEndsAt = new Date(Date.now() + 30 * 86_400_000);
    const change = { planId: 'premium', provider: 'stripe', periodEndsAt } as const;
    await ctx.tx((tx) => changePlan(tx, change));
    await ctx.tx((tx) => changePlan(tx, change));
    expect(await read(ctx)).toMatchObject({
      planDetails: { planId: 'premium' },
      provider: 'stripe',
      featureBalances: { credits: premiumCredits },
      periodEndsAt: periodEndsAt.toISOString(),
      isTrialAvailable: false,
    });
    expect((await posted(ctx)).find(({ kind }) => kind === 'GRANT')).toEqual({ kind: 'GRANT', count: 2 });
    const renewal = await server.sql('select run_at from graphile_worker.jobs where key = $1', [
      `billing.renew:${ctx.tenantId}`,
    ]);
    expect(renewal).toEqual([{ run_at: periodEndsAt }]);
  });

  it('grant credits with the payment of a whole period, and with no other report of the provider', async () => {
    const { ctx } = await tenant();
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
    const [first, second, third] = [inDays(20), inDays(60), inDays(90)];
    const grants = async () => (await posted(ctx)).find(({ kind }) => kind === 'GRANT')?.count;
    const pay = async (planId: string, provider: 'manual' | 'stripe', periodEndsAt?: Date) => {
      const before = (await grants()) ?? 0;
      await ctx.tx((tx) => changePlan(tx, { planId, provider, ...(periodEndsAt ? { periodEndsAt } : {}) }));
      const { planDetails, status, graceEndsAt, cancelAtCycleEnd } = await read(ctx);
      expect([planDetails.planId, status, graceEndsAt, cancelAtCycleEnd]).toEqual([
        ...[planId, 'ACTIVE', null, false],
      ]);
      return ((await grants()) ?? 0) - before;
    };
    const miss = () => ctx.tx((tx) => markPastDue(tx));
    await read(ctx);
    expect(await pay('premium', 'stripe', first)).toBe(1);
    expect(await pay('premium', 'stripe', first)).toBe(0);
    await miss();
    expect(await pay('premium', 'stripe', first)).toBe(0);
    expect(await pay('enterprise', 'stripe', first)).toBe(0);
    await miss();
    expect(await pay('premium', 'stripe', first)).toBe(0);
    expect(await pay('premium', 'stripe', second)).toBe(1);
    expect(await pay('enterprise', 'stripe', third)).toBe(1);
    expect(await pay('premium', 'stripe')).toBe(1);
    expect(await pay('premium', 'manual')).toBe(1);
    await ctx.tx((tx) => endPlan(tx, { atCycleEnd: true }));
    expect(await pay('premium', 'manual')).toBe(0);
    expect(await pay('enterprise', 'manual')).toBe(1);
    expect(await pay('premium', 'stripe', first)).toBe(1);
    expect(await pay('enterprise', 'manual')).toBe(1);
    expect(await pay('enterprise', 'stripe', first)).toBe(1);
  });

  it('bring an invoice with each month that is paid by invoice', async () => {
    const { ctx } = await tenant();
    await ctx.tx((tx) => changePlan(tx, { planId: 'premium', provider: 'manual' }));
    await age(ctx, '1 month 1 day');
    await read(ctx);
    const invoices = `select status, total, currency, external_id, company_name, lines from invoices where tenant_id = $1`;
    expect(await server.sql(invoices, [ctx.tenantId])).toEqual([
      {
        ...{ status: 'DUE', total: '9900', currency: 'USD', external_id: null },
        company_name: 'Ada Lovelace Ltd',
        lines: [{ description: 'Premium plan, one month', quantity: 1, unitAmount: 9900, amount: 9900 }],
      },
    ]);
  });

  it('end for a company that nobody has used before as for any other', async () => {
    const { ctx } = await tenant();
    await ctx.tx((tx) => endPlan(tx, { atCycleEnd: false }));
    expect(await read(ctx)).toMatchObject({ planDetails: { planId: 'free' }, status: 'ACTIVE' });
  });

  it('continue to their end when cancelled, and the free one follows', async () => {
    const { ctx } = await tenant();
    await ctx.tx((tx) => changePlan(tx, { planId: 'premium', provider: 'manual' }));
    const endsAt = await ctx.tx((tx) => endPlan(tx, { atCycleEnd: true }));
    expect(await read(ctx)).toMatchObject({
      cancelAtCycleEnd: true,
      periodEndsAt: endsAt.toISOString(),
      planDetails: { planId: 'premium' },
    });
    await age(ctx, '1 month 1 day');
    expect(await read(ctx)).toMatchObject({
      cancelAtCycleEnd: false,
      planDetails: { planId: 'free' },
      featureBalances: { credits: 100 },
    });
    await ctx.tx((tx) => changePlan(tx, { planId: 'premium', provider: 'manual' }));
    await ctx.tx((tx) => endPlan(tx, { atCycleEnd: false }));
    await ctx.tx((tx) => grantAddOnCredits(tx, { credits: 7, key: 'order' }));
    expect(await ctx.tx(summarizeBilling)).toEqual({
      planName: 'Free',
      status: 'ACTIVE',
      creditsLeft: 107,
      creditsSpent: 0,
    });
  });

  it('continue in the grace period after a missed payment, and then refuse paid work: "Plan expired"', {
    tags: ['BILLING-15'],
  }, async () => {
    const { ctx } = await tenant();
    await ctx.tx((tx) => changePlan(tx, { planId: 'premium', provider: 'stripe' }));
    await age(ctx, '32 days');
    expect(await read(ctx)).toMatchObject({ status: 'PAST_DUE' });
    expect(await paid(ctx, 1)).toMatch(/^hold_/);
    await age(ctx, '7 days');
    await expect(paid(ctx, 1)).rejects.toMatchObject({
      code: 'billing.plan_expired',
      message: 'Plan expired, Please upgrade the plan.',
      status: 412,
    });
    expect(await read(ctx)).toMatchObject({ status: 'EXPIRED' });
    expect(await paid(ctx, 0)).toBeNull();
    await ctx.tx((tx) => changePlan(tx, { planId: 'premium', provider: 'stripe' }));
    expect(await paid(ctx, 1)).toMatch(/^hold_/);
    expect((await posted(ctx)).find(({ kind }) => kind === 'GRANT')?.count).toBe(3);
    await ctx.tx((tx) => markPastDue(tx));
    expect(await read(ctx)).toMatchObject({ status: 'PAST_DUE' });
    const endsAt = await ctx.tx((tx) => endPlan(tx, { atCycleEnd: true }));
    expect(endsAt.getTime()).toBeLessThanOrEqual(Date.now());
    expect(await read(ctx)).toMatchObject({ planDetails: { planId: 'free' }, status: 'ACTIVE' });
  });
});

describe('a server without a default plan', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({
      env: { BILLING_DEFAULT_PLAN: 'none', BILLING_INVOICE_NOTE: 'Please pay within two weeks.' },
    });
  });
  afterAll(() => server.close());

  it('answers 404 until a plan is chosen', { tags: ['BILLING-03', 'BILLING-04'] }, async () => {
    const { client, user } = await server.signUp();
    const ctx = server.contextOf(user.tenantId);
    const refused = await client.send(billing.endpoints.subscription, {});
    expect([refused.status, refused.body]).toMatchObject([
      404,
      { responseCode: 404, code: 'billing.no_plan' },
    ]);
    expect(await client.call(billing.endpoints.plans, {})).toMatchObject({
      currentPlanId: null,
      isTrialAvailable: true,
      payment: { by: 'invoice', note: 'Please pay within two weeks.' },
    });
    await expect(paid(ctx, 1)).rejects.toMatchObject({ code: 'billing.no_plan' });
    expect(await ctx.tx(summarizeBilling)).toBeNull();

    await ctx.tx((tx) => changePlan(tx, { planId: 'premium', provider: 'manual' }));
    expect(await client.call(billing.endpoints.subscription, {})).toMatchObject({
      planDetails: { planId: 'premium' },
      featureBalances: { credits: premiumCredits },
    });
    await ctx.tx((tx) => endPlan(tx, { atCycleEnd: false }));
    expect(await client.call(billing.endpoints.subscription, {})).toMatchObject({ status: 'CANCELLED' });
    await expect(paid(ctx, 1)).rejects.toMatchObject({ code: 'billing.plan_expired' });

    // A new payment of the plan that ended is a new month.
    const spent = premiumCredits - 1;
    await ctx.tx((tx) => changePlan(tx, { planId: 'premium', provider: 'manual' }));
    await ctx.tx(async (tx) => {
      const work = { kind: 'OTHER', reference: 'work' } as const;
      const { holdId } = await holdCredits(tx, { ...work, amount: toMicroCredits(spent) });
      await settleHold(tx, { ...work, holdId, cost: toMicroCredits(spent) });
    });
    await ctx.tx((tx) => endPlan(tx, { atCycleEnd: false }));
    await ctx.tx((tx) => changePlan(tx, { planId: 'premium', provider: 'manual' }));
    expect(await client.call(billing.endpoints.subscription, {})).toMatchObject({
      ...{ status: 'ACTIVE', featureBalances: { credits: premiumCredits } },
    });

    await ctx.tx((tx) => endPlan(tx, { atCycleEnd: true }));
    await server.sql(
      `update subscriptions set due_at = now() - interval '1 second', period_ends_at = now() - interval '1 second' where tenant_id = $1`,
      [ctx.tenantId],
    );
    expect(await client.call(billing.endpoints.subscription, {})).toMatchObject({ status: 'CANCELLED' });
    expect(await server.sql('select 1 from invoices where tenant_id = $1', [ctx.tenantId])).toEqual([]);
  });

  it('lets a tenant start with the trial, and requires a plan when it ends', {
    tags: ['BILLING-02', 'BILLING-15'],
  }, async () => {
    const { client, user } = await server.signUp();
    const ctx = server.contextOf(user.tenantId);
    expect(await client.call(billing.endpoints.startTrial, { body: {} })).toMatchObject({
      isInTrial: true,
      featureBalances: { credits: premiumCredits },
    });
    const [renewal] = await server.sql<{ days: number }>(
      `select round(extract(epoch from run_at - now()) / 86400)::int as days from graphile_worker.jobs where key = $1`,
      [`billing.renew:${ctx.tenantId}`],
    );
    expect(renewal?.days).toBe(7);
    await server.sql(
      `update subscriptions set due_at = now() - interval '1 second', period_ends_at = now() - interval '1 second' where tenant_id = $1`,
      [ctx.tenantId],
    );
    await expect(paid(ctx, 1)).rejects.toMatchObject({ code: 'billing.plan_expired' });
    expect(await client.call(billing.endpoints.subscription, {})).toMatchObject({
      status: 'EXPIRED',
      isTrialAvailable: false,
    });
  });
});

describe('the limits of a plan', () => {
  let server: TestServer;
  beforeAll(async () => {
    const path = join(process.env['TMPDIR'] ?? '/tmp', `catalogue-${process.pid}-${Date.now()}.json`);
    const [free, ...others] = builtIn.plans;
    const tight = { ...free?.featureBalances, apps: 1, knowledgeBases: 2, dailyStories: 2 };
    await writeFile(
      path,
      JSON.stringify({ ...builtIn, plans: [{ ...free, featureBalances: tight }, ...others] }),
    );
    server = await startTestServer({ env: { BILLING_CATALOGUE: path } });
  });
  afterAll(() => server.close());

  it('refuse one app or knowledge base too many with the number of the plan, also for two at the same time', async () => {
    const { client } = await server.signUp();
    const make = (name: string) => client.send(apps.endpoints.create, { body: { name } });
    const replies = await Promise.all([make('One'), make('Two')]);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 412]));
    const refused = replies.find(({ status }) => status === 412);
    expect(refused?.body).toMatchObject({
      code: 'billing.plan_limit',
      message: 'The plan Free has room for 1 app. Please upgrade under Billing, or remove something first.',
      details: { resource: 'apps', limit: 1, current: 1 },
    });
    for (const name of ['A', 'B']) await client.call(knowledge.endpoints.create, { body: { name } });
    const third = await client.send(knowledge.endpoints.create, { body: { name: 'C' } });
    expect([third.status, third.body.code]).toEqual([412, 'billing.plan_limit']);
  });

  it('refuse an answer after the last one of the day', { tags: ['BILLING-16'] }, async () => {
    const { client } = await server.signUp();
    const { appId } = await client.call(apps.endpoints.create, { body: { name: 'App', access: 'PUBLIC' } });
    const ask = () => client.send(chat.endpoints.query, { body: { appId, query: 'How much leave?' } });
    expect([(await ask()).status, (await ask()).status]).toEqual([200, 200]);
    const third = await ask();
    expect([third.status, third.body]).toMatchObject([
      412,
      {
        code: 'billing.daily_limit',
        message: 'You have exceeded your daily limit for stories. please consider upgrading your plan.',
      },
    ]);
    await server.sql(`update subscriptions set stories_day = stories_day - 1`);
    expect((await ask()).status).toBe(200);
    await ask();
    expect((await ask()).body.code).toBe('billing.daily_limit');
    await client.call(billing.endpoints.startTrial, { body: {} });
    expect((await ask()).status).toBe(200);
  });
});
