import { auth } from '@atelier/contracts/account/identity/auth';
import { apps } from '@atelier/contracts/assistants/apps';
import { billing } from '@atelier/contracts/money/billing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../tests/client.ts';
import { eventually, startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { joinTenant } from '../../../../tests/member.ts';
import { toCredits, toMicroCredits } from '../../../kernel/base/credits.ts';
import type { Ctx } from '../../../kernel/context/context.ts';
import { holdCredits, settleHold, type Work } from './service/holds.ts';
import { readSpend, toUsageRange } from './service/read-usage.ts';

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
    const amount = toMicroCredits(credits);
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
        ).map(({ account, amount }) => [account, toCredits(Number(amount))]),
      );
    const work = { kind: 'ANSWER', reference: 'qry_two', modelId: 'prv/large' } as const;
    const further = [{ modelId: 'prv/small', amount: toMicroCredits(2) }];
    const { holdId } = await theirs.tx((tx) =>
      holdCredits(tx, { ...work, amount: toMicroCredits(7), further }),
    );
    const { AVAILABLE: left = 0, HELD: held } = await balances();
    expect(held).toBe(9);
    const embedding = {
      ...({ kind: 'EMBEDDING', modelId: 'prv/small', inputTokens: 12 } as const),
      knowledgeBaseId: 'kb_1',
    };
    const credits = await theirs.tx((tx) =>
      settleHold(tx, {
        ...work,
        holdId,
        cost: toMicroCredits(left + 8),
        further: [{ ...embedding, cost: toMicroCredits(5) }],
      }),
    );
    expect(credits).toBe(left + 9);
    expect(await balances()).toMatchObject({ AVAILABLE: 0, HELD: 0, SPENT: left + 9 });
    const records = await server.sql(
      `select kind, model_id, amount, input_tokens as tokens, output_tokens as written, knowledge_base_id as base
       from usage_records where tenant_id = $1 and reference = 'qry_two' order by kind`,
      [user.tenantId],
    );
    const none = { tokens: 0, written: 0, base: null };
    const read = { tokens: 12, written: 0, base: 'kb_1' };
    expect(records).toEqual([
      { kind: 'ANSWER', model_id: 'prv/large', amount: String(toMicroCredits(left + 8)), ...none },
      { kind: 'EMBEDDING', model_id: 'prv/small', amount: String(toMicroCredits(1)), ...read },
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
    const { from, to } = byDay;
    expect(await ctx.tx((tx) => readSpend(tx, toUsageRange({ from, to })))).toBe(3.73456);
  });

  it('is summed up as others beyond a hundred groups, and exported to the last record', async () => {
    const { client, user } = await server.signUp();
    /** Uses models from number `first` to number `last`, each for as many credits as its number says. */
    const useModels = (first: number, last: number) =>
      server.sql(
        `insert into usage_records (tenant_id, id, kind, amount, reference, model_id)
         select $1, 'use_' || n || '_' || part, 'OTHER', n * 200000, 'many', 'prv/' || n
         from generate_series($2::int, $3::int) n, generate_series(1, 5) part`,
        [user.tenantId, first, last],
      );
    const groups = async () =>
      (await client.call(endpoints.creditUsage, { query: { groupBy: 'model' } })).groups;
    await useModels(3, 102);
    expect(await groups()).toHaveLength(100);
    expect((await groups()).at(-1)).toEqual({ key: 'prv/3', label: 'prv/3', credits: 3, records: 5 });
    await useModels(1, 2);
    expect(await groups()).toHaveLength(101);
    expect((await groups())[0]).toEqual({ key: 'prv/102', label: 'prv/102', credits: 102, records: 5 });
    expect((await groups()).at(-1)).toEqual({ key: 'others', label: 'All others', credits: 3, records: 10 });
    const csv = await (await client.fetch(endpoints.exportUsage.path)).text();
    expect(csv.trim().split('\r\n')).toHaveLength(511);
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
    expect(lines[2]).toMatch(/^"2\S+Z","EMBEDDING","Ada Lovelace","","prv\/small",10,5,0\.5$/);
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
  const daysUntil = (moment: string) => (Date.parse(moment) - Date.now()) / 86_400_000;
  const spend = async (ctx: Ctx, credits: number, work: Partial<Work> = {}) => {
    const whole: Work = { kind: 'ANSWER', reference: 'qry', ...work };
    const amount = toMicroCredits(credits);
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
      subjectId: appId,
      subjectName: 'Helper',
      used: 4,
      isReached: false,
    });
    await expect(spend(ctx, 2, { appId })).rejects.toMatchObject({
      code: 'billing.limit_reached',
      status: 412,
      details: { scope: 'APP', period: 'DAY', kind: 'HARD', credits: 5 },
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
    const removed = await server.sql(
      `select details from audit_log where tenant_id = $1 and action = 'billing.limit_removed'`,
      [ctx.tenantId],
    );
    expect(removed).toEqual([{ details: { ...limit, credits: 7 } }]);
  });

  it('get back what was held but not used, also for a user', async () => {
    const { client, ctx, user } = await tenant();
    const limit = await client.call(endpoints.setUsageLimit, {
      body: { scope: 'USER', subjectId: user.userId, period: 'MONTH', kind: 'HARD', credits: 10 },
    });
    expect(limit).toMatchObject({ subjectId: user.userId, subjectName: 'Ada Lovelace' });
    expect(limit.resetsAt).toMatch(/-01T00:00:00.000Z$/);
    expect(daysUntil(limit.resetsAt)).toBeGreaterThan(0);
    expect(daysUntil(limit.resetsAt)).toBeLessThanOrEqual(31);
    const work: Work = { kind: 'ANSWER', reference: 'qry', userId: user.userId };
    const { holdId } = await ctx.tx((tx) => holdCredits(tx, { ...work, amount: toMicroCredits(9) }));
    await expect(spend(ctx, 2, work)).rejects.toMatchObject({ code: 'billing.limit_reached' });
    await ctx.tx((tx) => settleHold(tx, { ...work, holdId, cost: toMicroCredits(1) }));
    await spend(ctx, 9, work);
    expect((await client.call(endpoints.usageLimits, {})).limits).toMatchObject([{ used: 10 }]);
  });

  it('warn owners and admins by one mail per period when they are soft, and let work continue', async () => {
    const { client, ctx, email } = await tenant();
    const { tenantId } = ctx;
    const admin = await joinTenant(server, { tenantId, role: 'ADMIN', name: 'Alan Turing' });
    const member = await joinTenant(server, { tenantId, role: 'USER', name: 'Aaron Swartz' });
    const named = { scope: 'TENANT', period: 'DAY', kind: 'SOFT' } as const;
    const set = await client.call(endpoints.setUsageLimit, { body: { ...named, credits: 3 } });
    expect(set).toMatchObject({ subjectId: null, subjectName: null });
    expect(set.resetsAt).toMatch(/T00:00:00.000Z$/);
    expect(daysUntil(set.resetsAt)).toBeGreaterThan(0);
    expect(daysUntil(set.resetsAt)).toBeLessThanOrEqual(1);
    const noted = await server.sql(
      `select details from audit_log where tenant_id = $1 and action = 'billing.limit_set'`,
      [tenantId],
    );
    expect(noted).toEqual([{ details: { ...named, subjectId: '', credits: 3 } }]);
    const mails = async (to = email) => {
      const { mails: all } = await server.visitor().call(auth.endpoints.outbox, {});
      return all.filter((mail) => mail.to === to && mail.subject.includes('usage limit'));
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
    expect(await mails(admin.email)).toHaveLength(1);
    expect(await mails(member.email)).toEqual([]);
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
