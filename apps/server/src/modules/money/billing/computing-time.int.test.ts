import { billing } from '@atelier/contracts/money/billing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { computingTimes } from './service/computing-time.ts';

describe('the computing time of a company', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it('is stored, shown to its owner, and small until it has paid', async () => {
    const { client, user } = await server.signUp();
    const ctx = server.contextOf(user.tenantId);
    const { workAccount } = ctx.services;
    const read = () => client.call(billing.endpoints.computingTime, {});
    expect(await read()).toEqual({ secondsPerMinute: 10, lately: 0, today: 0, waitsBehindOthers: false });
    workAccount.charge(user.tenantId, 2500);
    await ctx.use(computingTimes).storeAll();
    workAccount.charge(user.tenantId, 500);
    await ctx.use(computingTimes).storeAll();
    const stored = await server.sql<{ ms: string }>(
      'select sum(ms) as ms from computing_time where tenant_id = $1',
      [user.tenantId],
    );
    expect(stored).toEqual([{ ms: '3000' }]);
    expect(workAccount.allowedMs(user.tenantId)).toBe(10_000);
    workAccount.charge(user.tenantId, 30_000);
    await ctx.use(computingTimes).storeAll();
    expect(await read()).toMatchObject({ secondsPerMinute: 10, waitsBehindOthers: true });
    await server.sql("update subscriptions set provider = 'stripe' where tenant_id = $1", [user.tenantId]);
    workAccount.charge(user.tenantId, 1);
    await ctx.use(computingTimes).storeAll();
    expect(workAccount.allowedMs(user.tenantId)).toBe(60_000);
    expect(await read()).toMatchObject({ secondsPerMinute: 60, waitsBehindOthers: false });
  });

  it('is known from the first computation on, so that a company that pays comes before others at once', async () => {
    const { client, user } = await server.signUp();
    const { workAccount } = server.contextOf(user.tenantId).services;
    await client.call(billing.endpoints.computingTime, {});
    expect(workAccount.isPreferred(user.tenantId)).toBe(false);
    const { user: payer, client: paying } = await server.signUp();
    await paying.call(billing.endpoints.computingTime, {});
    await server.sql("update subscriptions set provider = 'stripe' where tenant_id = $1", [payer.tenantId]);
    expect(workAccount.isPreferred(payer.tenantId)).toBe(false);
    await vi.waitFor(() => expect(workAccount.isPreferred(payer.tenantId)).toBe(true));
    expect(workAccount.isInBackground(payer.tenantId)).toBe(false);
    expect(workAccount.isInBackground(user.tenantId)).toBe(true);
  });
});
