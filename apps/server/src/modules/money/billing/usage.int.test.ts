import { auth } from '@atelier/contracts/account/identity/auth';
import { apps } from '@atelier/contracts/build/apps';
import { billing } from '@atelier/contracts/money/billing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../tests/client.ts';
import { eventually, startTestServer, type TestServer } from '../../../../tests/harness.ts';
import type { Ctx } from '../../../kernel/context/context.ts';
import { microPerCredit } from './micro-credit.ts';
import { holdCredits, settleHold, type Work } from './service/holds.ts';

const { endpoints } = billing;

describe('the use of credits', () => {
  let server: TestServer;
  let owner: Client;
  let ctx: Ctx;
  let userId: string;
  let appId: string;
  beforeAll(async () => {
    server = await startTestServer();
    const signedUp = await server.signUp();
    owner = signedUp.client;
    userId = signedUp.user.userId;
    ctx = server.contextOf(signedUp.user.tenantId);
    appId = (await owner.call(apps.endpoints.create, { body: { name: '=HYPERLINK("x"), "Help"' } })).appId;
  });
  afterAll(() => server.close());

  const use = async (work: Partial<Work>, credits: number, tokens = { inputTokens: 10, outputTokens: 5 }) => {
    const whole: Work = { kind: 'ANSWER', reference: 'qry', modelId: 'prv/large', ...work };
    const amount = credits * microPerCredit;
    const { holdId } = await ctx.tx((tx) => holdCredits(tx, { ...whole, amount }));
    return ctx.tx((tx) => settleHold(tx, { ...whole, ...tokens, holdId, cost: amount }));
  };

  it('is recorded for each model that one hold pays for, up to the credits that are left', async () => {
    const { user } = await server.signUp();
    const theirs = server.contextOf(user.tenantId);
    const balances = async () =>
      Object.fromEntries(
        (
          await server.sql<{ account: string; amount: string }>(
            'select account, amount from ledger_balances where tenant_id = $1',
            [user.tenantId],
          )
        ).map(({ account, amount }) => [account, Number(amount) / microPerCredit]),
      );
    const work = { kind: 'ANSWER', reference: 'qry_two', modelId: 'prv/large' } as const;
    const further = [{ modelId: 'prv/small', amount: 2 * microPerCredit }];
    const { holdId } = await theirs.tx((tx) =>
      holdCredits(tx, { ...work, amount: 7 * microPerCredit, further }),
    );
    const { AVAILABLE: left = 0, HELD: held } = await balances();
    expect(held).toBe(9);
    const embedding = { kind: 'EMBEDDING', modelId: 'prv/small', inputTokens: 12 } as const;
    const credits = await theirs.tx((tx) =>
      settleHold(tx, {
        ...work,
        holdId,
        cost: (left + 8) * microPerCredit,
        further: [{ ...embedding, cost: 5 * microPerCredit }],
      }),
    );
    expect(credits).toBe(left + 9);
    expect(await balances()).toMatchObject({ AVAILABLE: 0, HELD: 0, SPENT: left + 9 });
    const records = await server.sql<{ kind: string; model_id: string; amount: string; tokens: number }>(
      `select kind, model_id, amount, input_tokens as tokens from usage_records
       where tenant_id = $1 and reference = 'qry_two' order by kind`,
      [user.tenantId],
    );
    expect(records).toEqual([
      { kind: 'ANSWER', model_id: 'prv/large', amount: String((left + 8) * microPerCredit), tokens: 0 },
      { kind: 'EMBEDDING', model_id: 'prv/small', amount: String(microPerCredit), tokens: 12 },
    ]);
  });

  it('is summed up by day, user, app, model and kind', { tags: ['BILLING-11'] }, async () => {
    await use({ appId }, 1.23456);
    await use({ appId, userId }, 2);
    await use({ kind: 'EMBEDDING', userId, modelId: 'prv/small' }, 0.5);
    await use({ appId, modelId: 'atelier/extractive' }, 0, { inputTokens: 0, outputTokens: 0 });
    await server.sql(
      `insert into usage_records (tenant_id, id, kind, amount, reference, created_at)
       values ($1, 'use_old', 'OTHER', 9000000, 'old', now() - interval '40 days')`,
      [ctx.tenantId],
    );
    const usage = (groupBy: 'day' | 'user' | 'app' | 'model' | 'kind') =>
      owner.call(endpoints.creditUsage, { query: { groupBy } });
    const byDay = await usage('day');
    expect(byDay.totals).toEqual({
      credits: 3.73456,
      records: 4,
      answers: 3,
      inputTokens: 30,
      outputTokens: 15,
    });
    expect(byDay.series).toHaveLength(30);
    expect(byDay.series.at(-1)).toMatchObject({ credits: 3.73456, records: 4, answers: 3, tokens: 45 });
    expect(byDay.series.at(-2)).toMatchObject({ credits: 0, records: 0, answers: 0, tokens: 0 });
    const shown = async (groupBy: 'user' | 'app' | 'model' | 'kind') =>
      (await usage(groupBy)).groups.map(({ label, credits }) => [label, credits]);
    expect(await shown('user')).toEqual([
      ['Ada Lovelace', 2.5],
      ['Visitors and background work', 1.23456],
    ]);
    expect(await shown('app')).toEqual([
      ['=HYPERLINK("x"), "Help"', 3.23456],
      ['No app', 0.5],
    ]);
    expect(await shown('model')).toEqual([
      ['prv/large', 3.23456],
      ['prv/small', 0.5],
      ['atelier/extractive', 0],
    ]);
    expect(await shown('kind')).toEqual([
      ['Answers', 3.23456],
      ['Reading and searching', 0.5],
    ]);
  });

  it('is listed page by page, newest first', async () => {
    const first = await owner.call(endpoints.usageRecords, { query: { limit: 3 } });
    expect(first).toMatchObject({ total: 4, items: { length: 3 } });
    const second = await owner.call(endpoints.usageRecords, {
      query: { limit: 3, cursor: first.nextCursor ?? '' },
    });
    expect(second.nextCursor).toBeNull();
    expect([...first.items, ...second.items].map(({ credits }) => credits)).toEqual([0, 0.5, 2, 1.23456]);
  });

  it('cannot be read for a range that ends before it begins, or is longer than a year', async () => {
    for (const query of [
      { from: '2026-02-02', to: '2026-02-01' },
      { from: '2024-01-01', to: '2026-02-01' },
      { from: 'yesterday', to: '2026-02-01' },
    ]) {
      const { status, body } = await owner.send(endpoints.creditUsage, { query });
      expect([status, body.code]).toEqual([400, 'request.invalid']);
    }
  });

  it('is exported as CSV in which no spreadsheet sees a formula', async () => {
    const response = await owner.fetch(endpoints.exportUsage.path);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="credit-usage-/);
    const lines = (await response.text()).trim().split('\r\n');
    expect(lines[0]).toBe('"time","kind","user","app","model","input tokens","output tokens","credits"');
    expect(lines).toHaveLength(5);
    expect(lines[4]).toMatch(
      /^"2\S+Z","ANSWER","","'=HYPERLINK\(""x""\), ""Help""","prv\/large",10,5,1\.23456$/,
    );
  });
});

describe('usage limits', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  const tenant = async () => {
    const { client, user, email } = await server.signUp();
    const { appId } = await client.call(apps.endpoints.create, { body: { name: 'Helper' } });
    return { client, user, email, appId, ctx: server.contextOf(user.tenantId) };
  };
  const spend = async (ctx: Ctx, credits: number, work: Partial<Work> = {}) => {
    const whole: Work = { kind: 'ANSWER', reference: 'qry', ...work };
    const amount = credits * microPerCredit;
    const { holdId } = await ctx.tx((tx) => holdCredits(tx, { ...whole, amount }));
    await ctx.tx((tx) => settleHold(tx, { ...whole, holdId, cost: amount }));
  };

  it('include what was used before they were set, and refuse what would exceed them', {
    tags: ['BILLING-11'],
  }, async () => {
    const { client, ctx, appId } = await tenant();
    await spend(ctx, 4, { appId });
    const limit = { scope: 'APP', subjectId: appId, period: 'DAY', kind: 'HARD', credits: 5 } as const;
    expect(await client.call(endpoints.setUsageLimit, { body: limit })).toMatchObject({
      subjectName: 'Helper',
      used: 4,
      isReached: false,
    });
    await expect(spend(ctx, 2, { appId })).rejects.toMatchObject({
      code: 'billing.limit_reached',
      status: 412,
      message:
        'The daily limit of 5 credits of this app is reached. An owner or admin of the company can raise it under Billing, Usage Limit.',
    });
    await spend(ctx, 2);
    await spend(ctx, 1, { appId });
    const { limits } = await client.call(endpoints.usageLimits, {});
    expect(limits).toMatchObject([{ used: 5, isReached: true, credits: 5 }]);

    const raised = await client.call(endpoints.setUsageLimit, { body: { ...limit, credits: 7 } });
    expect(raised).toMatchObject({ limitId: limits[0]?.limitId, used: 5, isReached: false });
    await spend(ctx, 2, { appId });
    await server.sql(`update usage_limits set counted_from = counted_from - interval '1 day'`);
    expect((await client.call(endpoints.usageLimits, {})).limits).toMatchObject([{ used: 0 }]);
    await spend(ctx, 7, { appId });

    await client.call(endpoints.removeUsageLimit, { params: { id: raised.limitId } });
    await spend(ctx, 100, { appId });
    const gone = await client.send(endpoints.removeUsageLimit, { params: { id: raised.limitId } });
    expect([gone.status, gone.body.code]).toEqual([404, 'billing.usage_limit_not_found']);
  });

  it('get back what was held but not used, also for a user', async () => {
    const { client, ctx, user } = await tenant();
    await client.call(endpoints.setUsageLimit, {
      body: { scope: 'USER', subjectId: user.userId, period: 'MONTH', kind: 'HARD', credits: 10 },
    });
    const work: Work = { kind: 'ANSWER', reference: 'qry', userId: user.userId };
    const { holdId } = await ctx.tx((tx) => holdCredits(tx, { ...work, amount: 9 * microPerCredit }));
    await expect(spend(ctx, 2, work)).rejects.toMatchObject({ code: 'billing.limit_reached' });
    await ctx.tx((tx) => settleHold(tx, { ...work, holdId, cost: microPerCredit }));
    await spend(ctx, 9, work);
    expect((await client.call(endpoints.usageLimits, {})).limits).toMatchObject([{ used: 10 }]);
  });

  it('warn owners and admins by one mail per period when they are soft, and let work continue', async () => {
    const { client, ctx, email } = await tenant();
    await client.call(endpoints.setUsageLimit, {
      body: { scope: 'TENANT', period: 'DAY', kind: 'SOFT', credits: 3 },
    });
    const mails = async () => {
      const { mails: all } = await server.visitor().call(auth.endpoints.outbox, {});
      return all.filter((mail) => mail.to === email && mail.subject.includes('usage limit'));
    };
    await spend(ctx, 2);
    await spend(ctx, 2);
    await eventually(async () => (await mails()).length === 1);
    await spend(ctx, 2);
    // A job is deleted after its mail was sent. A second warning would be a second mail.
    await eventually(async () => {
      const jobs = await server.sql(
        `select 1 from graphile_worker.jobs where task_identifier like 'billing.%limit%'`,
      );
      return jobs.length === 0;
    });
    expect(await mails()).toHaveLength(1);
    expect((await client.call(endpoints.usageLimits, {})).limits).toMatchObject([
      { used: 6, isReached: true },
    ]);
  });

  it('can be set for users and apps of the tenant only', async () => {
    const { client, appId } = await tenant();
    const other = await tenant();
    const list = async (scope: 'USER' | 'APP', search?: string) =>
      (await client.call(endpoints.limitSubjects, { query: { scope, search } })).subjects;
    expect(await list('APP')).toEqual([{ subjectId: appId, name: 'Helper' }]);
    expect(await list('APP', 'nothing')).toEqual([]);
    expect(await list('USER', 'lovel')).toMatchObject([{ name: expect.stringContaining('Ada Lovelace (') }]);
    for (const [scope, subjectId] of [
      ['APP', other.appId],
      ['USER', other.user.userId],
    ] as const) {
      const { status, body } = await client.send(endpoints.setUsageLimit, {
        body: { scope, subjectId, period: 'DAY', kind: 'HARD', credits: 1 },
      });
      expect([status, body.code]).toEqual([404, 'billing.subject_not_found']);
    }
    const without = await client.send(endpoints.setUsageLimit, {
      body: { scope: 'APP', period: 'DAY', kind: 'HARD', credits: 1 },
    });
    expect(without.status).toBe(400);
  });
});
