import { apps } from '@atelier/contracts/assistants/apps';
import { chat } from '@atelier/contracts/assistants/chat/chat';
import { models } from '@atelier/contracts/content/models';
import { billing } from '@atelier/contracts/money/billing';
import { payments } from '@atelier/contracts/money/payments';
import { type FakeServer, sendJson, startFakeServer } from '@atelier/models/tests/fake-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServerChoice, startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { toCredits, toMicroCredits } from '../../../kernel/base/credits.ts';
import { AppError } from '../../../kernel/base/errors.ts';
import type { Services } from '../../../kernel/services/services.ts';
import { checkPlanLimit } from './service/check-plan-limit.ts';
import { holdAtEnd, holdCredits, settleHold, type Work } from './service/holds.ts';
import { releaseLostHolds } from './service/release-lost-holds.ts';

let provider: FakeServer;
let server: TestServer;
const log: string[] = [];

const budgets = {
  OPERATOR_BUDGET_NEEDS_MAIL: 'on',
  OPERATOR_BUDGET_PER_DAY: '1000',
  OPERATOR_BUDGET_PER_MONTH: '1500',
  OPERATOR_BUDGET_PER_FREE_COMPANY: '300',
};

const start = (env: Record<string, string>, onLog?: ServerChoice['onLog']) =>
  startTestServer({
    env: {
      OPENAI_BASE_URL: `${provider.origin}/v1`,
      OPENAI_API_KEY: 'k',
      OPENAI_MODEL: 'good',
      ...budgets,
      ...env,
    },
    ...(onLog ? { onLog } : {}),
  });

beforeAll(async () => {
  provider = await startFakeServer((_asked, response) =>
    sendJson(response, {
      choices: [{ message: { role: 'assistant', content: 'Yes.' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 50, completion_tokens: 10 },
    }),
  );
  server = await start({}, (line) => log.push(line));
});
afterAll(async () => {
  await server.close();
  await provider.close();
});

const verify = (on: TestServer, email: string) =>
  on.sql('update users set email_verified = true where email = $1', [email]);

/** Creates a tenant that holds and settles credits, whose owner has a verified address. */
const tenant = async (on = server) => {
  const { client, user, email } = await on.signUp();
  await verify(on, email);
  const ctx = on.contextOf(user.tenantId);
  const workOf = (modelId: string): Work => ({ kind: 'OTHER', reference: 'test', modelId });
  const hold = (credits: number, modelId = 'prv_operator_openai/good') =>
    ctx.tx(async (tx) => {
      const order = { ...workOf(modelId), amount: toMicroCredits(credits) };
      return (await holdCredits(tx, order)).holdId;
    });
  /** Tells how a hold is refused at a moment, on a server with other budgets; null when it is granted. It holds nothing. */
  const refusedUnder = async (
    credits: number,
    budget: Partial<Services['config']['operatorBudget']>,
    now = '2026-01-31T22:00:00Z',
  ) => {
    const undo = new Error('The hold was granted.');
    const { config } = ctx.services;
    const operatorBudget = { ...config.operatorBudget, ...budget };
    const services: Services = { ...ctx.services, config: { ...config, operatorBudget } };
    const trial = ctx.tx(async (tx) => {
      const order = { ...workOf('prv_operator_openai/good'), amount: toMicroCredits(credits) };
      await holdCredits({ ...tx, services, now: () => new Date(now) }, order);
      throw undo;
    });
    return trial.catch((error: unknown) => {
      if (error === undo) return null;
      if (!(error instanceof AppError)) throw error;
      return { code: error.code, message: error.message, details: error.details };
    });
  };
  const settle = (holdId: string | null, credits: number) =>
    ctx.tx((tx) =>
      settleHold(tx, { ...workOf('prv_operator_openai/good'), holdId, cost: toMicroCredits(credits) }),
    );
  /** Returns the code with which a hold is refused; null when it is granted, and then releases it. */
  const refusal = async (credits: number, modelId?: string): Promise<string | null> => {
    try {
      await settle(await hold(credits, modelId), 0);
      return null;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return error.code;
    }
  };
  return { client, user, ctx, hold, settle, refusal, refusedUnder };
};

describe("spending through the operator's own provider", () => {
  it('requires a verified address of the owner, and is refused before the provider is called', async () => {
    const { client, email } = await server.signUp();
    const { appId } = await client.call(apps.endpoints.create, { body: { name: 'New', access: 'PUBLIC' } });
    const ask = () => client.send(chat.endpoints.query, { body: { appId, query: 'Is it?' } });
    const before = provider.requests.length;
    const { status, body } = await ask();
    expect([status, body.code]).toEqual([412, 'billing.email_unverified']);
    expect(body.message).toContain('choose the model Atelier extractive');
    expect(provider.requests.length).toBe(before);
    await verify(server, email);
    expect((await ask()).body).toMatchObject({ success: true, responseData: { answer: 'Yes.' } });
  });

  it('is not counted for a tenant with the embedded model, or with a provider of its own', async () => {
    const { client, user } = await server.signUp();
    await client.call(models.endpoints.setDefault, { body: { type: 'CHAT', modelId: 'atelier/extractive' } });
    const { appId } = await client.call(apps.endpoints.create, {
      body: { name: 'Quotes', access: 'PUBLIC' },
    });
    const { body } = await client.send(chat.endpoints.query, { body: { appId, query: 'Is it?' } });
    expect(body.success).toBe(true);
    const ctx = server.contextOf(user.tenantId);
    const own = { kind: 'OTHER', reference: 'own', modelId: 'prv_own/large' } as const;
    const amount = toMicroCredits(5000);
    expect((await ctx.tx((tx) => holdCredits(tx, { ...own, amount }))).holdId).toMatch(/^hold/);
  });

  it('is limited for a tenant that has not paid, even in a trial, until an invoice is paid', async () => {
    const { client, hold, settle, refusal, user } = await tenant();
    await client.call(billing.endpoints.startTrial, { body: {} });
    await settle(await hold(290), 250);
    expect(await refusal(51)).toBe('billing.operator_share');
    expect(await refusal(50)).toBeNull();
    // Bought credits are paid, and the plan is not.
    await client.call(payments.endpoints.paymentLink, { body: { addOnId: 'credits-100k' } });
    const settleInvoices = (status: string) =>
      server.sql('update invoices set status = $2 where tenant_id = $1', [user.tenantId, status]);
    await settleInvoices('PAID');
    expect(await refusal(51)).toBe('billing.operator_share');
    await settleInvoices('DUE');
    await client.call(payments.endpoints.upgrade, { body: { planId: 'premium' } });
    expect(await refusal(51)).toBe('billing.operator_share');
    await server.sql("update invoices set status = 'PAID', paid_at = now() where tenant_id = $1", [
      user.tenantId,
    ]);
    expect(await refusal(51)).toBeNull();
  });

  it('is limited for all tenants together, by day and by month, with one warning in the log', async () => {
    const crowd = await start({}, (line) => log.push(line));
    try {
      const tenants = await Promise.all(Array.from({ length: 5 }, () => tenant(crowd)));
      const holds = await Promise.all(tenants.slice(0, 3).map(({ hold }) => hold(300)));
      const last = tenants[4];
      expect(await last?.refusal(101)).toBe('billing.operator_budget');
      expect(await last?.refusal(100)).toBeNull();
      expect(await last?.refusal(5000, 'prv_own/large')).toBeNull();
      // Credits that were held and not used are available again.
      await tenants[0]?.settle(holds[0] ?? null, 10);
      expect(await last?.refusal(290)).toBeNull();
      await crowd.sql('update operator_spending set day = day - 1, month_amount = month_amount + 200000000');
      expect(await last?.refusal(300)).toBe('billing.operator_budget');
      const metrics = await (await fetch(`${crowd.origin}/api/metrics`)).text();
      expect(metrics).toContain('atelier_operator_credits{period="month"}');
    } finally {
      await crowd.close();
    }
    const alerts = log.filter((line) => line.includes('running out'));
    expect(alerts.map((line) => (JSON.parse(line) as { period: string }).period).sort()).toEqual(
      expect.arrayContaining(['day', 'month']),
    );
    expect(alerts.filter((line) => line.includes('"share":1') && line.includes('"day"'))).toHaveLength(1);
  });

  it('is refused with the moment from which it is possible again, and never by a budget of zero', async () => {
    const { refusedUnder, user } = await tenant();
    const none = { day: 0, month: 0, freeTenant: 0 };
    expect(await refusedUnder(2000, none)).toBeNull();
    const [spent] = await server.sql<{ amount: string }>(
      'select coalesce(sum(month_amount), 0) as amount from operator_spending where tenant_id <> $1',
      [user.tenantId],
    );
    const month = toCredits(Number(spent?.amount) + toMicroCredits(5));
    expect(await refusedUnder(5, { ...none, month })).toBeNull();
    expect(await refusedUnder(6, { ...none, month })).toMatchObject({ code: 'billing.operator_budget' });

    const advice =
      'Please ask the operator of this server to raise it, or add your own provider under Models.';
    expect(await refusedUnder(2, { ...none, day: 1 })).toEqual({
      code: 'billing.operator_budget',
      message: `This server's budget for answers is used up until February 1, 00:00 UTC. ${advice}`,
      details: { period: 'day', until: '2026-02-01T00:00:00.000Z' },
    });
    expect(await refusedUnder(2, { ...none, day: 1 }, '2026-01-10T22:00:00Z')).toMatchObject({
      details: { period: 'day', until: '2026-01-11T00:00:00.000Z' },
    });
    expect(await refusedUnder(2, { ...none, month: 1 }, '2025-12-10T22:00:00Z')).toMatchObject({
      details: { period: 'month', until: '2026-01-01T00:00:00.000Z' },
    });
    const share = await refusedUnder(2, { ...none, freeTenant: 1 });
    expect(share).toMatchObject({
      code: 'billing.operator_share',
      details: { credits: 1, until: '2026-02-01T00:00:00.000Z' },
    });
    expect(share?.message).toContain('They are used up until February 1, 00:00 UTC.');
  });

  it('exceeds its limit by no more than what is held at the same moment', async () => {
    const crowd = await start({ OPERATOR_BUDGET_PER_FREE_COMPANY: '0' });
    try {
      const tenants = await Promise.all(Array.from({ length: 12 }, () => tenant(crowd)));
      const ask = async ({ hold }: Awaited<ReturnType<typeof tenant>>) => {
        const granted = [];
        for (let turn = 0; turn < 10; turn++) granted.push(await hold(25).catch(() => null));
        return granted.filter((id) => id !== null).length;
      };
      const granted = await Promise.all(tenants.map(ask));
      const credits = granted.reduce((sum, count) => sum + count, 0) * 25;
      const inTheSameMoment = tenants.length * 25;
      expect(credits).toBeGreaterThanOrEqual(1000);
      expect(credits).toBeLessThanOrEqual(1000 + inTheSameMoment);
    } finally {
      await crowd.close();
    }
  });

  it('includes work whose hold was released, once it ends after all', async () => {
    const { hold, settle, refusal, ctx, user } = await tenant();
    const id = await hold(200);
    await server.sql("update ledger_holds set created_at = now() - interval '11 minutes' where id = $1", [
      id,
    ]);
    await releaseLostHolds(ctx);
    expect(await refusal(300)).toBeNull();
    await settle(id, 200);
    expect(await refusal(101)).toBe('billing.operator_share');
    const spent = await server.sql('select month_amount from operator_spending where tenant_id = $1', [
      user.tenantId,
    ]);
    expect(spent).toEqual([{ month_amount: String(toMicroCredits(200)) }]);
  });

  it("counts only the calls of the operator's models, of those that one hold pays for", async () => {
    const { ctx, user } = await tenant();
    const work = { kind: 'ANSWER', reference: 'both', modelId: 'prv_own/large' } as const;
    const modelId = 'prv_operator_openai/embedding';
    const amount = toMicroCredits(20);
    const { holdId } = await ctx.tx((tx) =>
      holdCredits(tx, { ...work, amount, further: [{ modelId, amount: toMicroCredits(3) }] }),
    );
    const spending = async () =>
      (
        await server.sql<{ month_amount: string }>(
          'select month_amount from operator_spending where tenant_id = $1',
          [user.tenantId],
        )
      ).map((row) => toCredits(Number(row.month_amount)));
    expect(await spending()).toEqual([3]);
    const further = [{ kind: 'EMBEDDING', modelId, cost: toMicroCredits(1), inputTokens: 1 } as const];
    await ctx.tx((tx) => settleHold(tx, { ...work, holdId, cost: amount, further }));
    expect(await spending()).toEqual([1]);
    const calls = [
      { modelId, amount: toMicroCredits(3) },
      { modelId, amount: toMicroCredits(4) },
    ];
    const atEnd = await ctx.tx((tx) => holdAtEnd(tx, { ...work, amount, further: calls }));
    expect(atEnd.id).toMatch(/^hold_/);
    expect(await spending()).toEqual([8]);
  });

  it('is not increased by the storage of an unpaid plan', async () => {
    const { client, ctx, user } = await tenant();
    const checkAt = (gigabytes: number, freeStorageGb = 50) =>
      ctx.tx((tx) => {
        const { config } = tx.services;
        const operatorBudget = { ...config.operatorBudget, freeStorageGb };
        const services: Services = { ...tx.services, config: { ...config, operatorBudget } };
        return checkPlanLimit({ ...tx, services }, 'storageBytes', gigabytes * 1024 ** 3);
      });
    const check = () => checkAt(50);
    await expect(check()).rejects.toThrow('The plan Free has room for 50 GB of documents.');
    await expect(checkAt(50, 51)).rejects.toThrow('The plan Free has room for 50 GB of documents.');
    await client.call(billing.endpoints.startTrial, { body: {} });
    await expect(checkAt(50, 0)).resolves.toBeUndefined();
    await expect(check()).rejects.toThrow(
      'Until it has paid, your company has room for 50 GB of documents. Please upgrade under Billing',
    );
    await client.call(payments.endpoints.upgrade, { body: { planId: 'premium' } });
    await expect(check()).rejects.toThrow('Until it has paid');
    await server.sql("update invoices set status = 'PAID', paid_at = now() where tenant_id = $1", [
      user.tenantId,
    ]);
    await expect(check()).resolves.toBeUndefined();
  });
});
