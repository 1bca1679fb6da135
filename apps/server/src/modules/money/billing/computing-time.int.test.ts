import { billing } from '@atelier/contracts/money/billing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../../../tests/harness.ts';
import type { ServiceContainer, Services } from '../../../kernel/services/services.ts';
import { computingTimes } from './service/computing-time.ts';

describe('the computing time of a company', () => {
  let server: TestServer;
  const log: string[] = [];
  beforeAll(async () => {
    server = await startTestServer({ onLog: (line) => void log.push(line) });
  });
  afterAll(() => server.close());

  it('is stored, shown to its owner, and small until it has paid', async () => {
    const { client, user } = await server.signUp();
    const ctx = server.contextOf(user.tenantId);
    const { workAccount } = ctx.services;
    const read = () => client.call(billing.endpoints.computingTime, {});
    // What was used is counted for minutes and days of the clock, and none of them ends meanwhile.
    await vi.waitFor(() => expect(Date.now() % 60_000).toBeLessThan(55_000), { timeout: 6000 });
    expect(await read()).toEqual({ secondsPerMinute: 10, lately: 0, today: 0, waitsBehindOthers: false });
    await server.sql(
      `insert into computing_time (tenant_id, minute, ms)
       select $1, now() - make_interval(hours => hours), 1 from unnest('{47, 49}'::int[]) as hours`,
      [user.tenantId],
    );
    workAccount.charge(user.tenantId, 2500);
    // The work of no company is stored for none.
    workAccount.charge('', 2500);
    await ctx.use(computingTimes).storeAll();
    expect(log.filter((line) => line.includes('computing time was not stored'))).toEqual([]);
    expect(await read()).toEqual({ secondsPerMinute: 10, lately: 2.5, today: 2.5, waitsBehindOthers: false });
    workAccount.charge(user.tenantId, 500);
    await ctx.use(computingTimes).storeAll();
    const stored = await server.sql<{ ms: string }>(
      'select sum(ms) as ms from computing_time where tenant_id = $1',
      [user.tenantId],
    );
    // What is two days old is deleted.
    expect(stored).toEqual([{ ms: '3001' }]);
    expect(workAccount.allowedMs(user.tenantId)).toBe(10_000);
    workAccount.charge(user.tenantId, 30_000);
    await ctx.use(computingTimes).storeAll();
    expect(await read()).toMatchObject({ secondsPerMinute: 10, waitsBehindOthers: true });
    await server.sql("update subscriptions set provider = 'stripe' where tenant_id = $1", [user.tenantId]);
    workAccount.charge(user.tenantId, 1);
    await ctx.use(computingTimes).storeAll();
    expect(workAccount.allowedMs(user.tenantId)).toBe(60_000);
    expect(await read()).toMatchObject({ secondsPerMinute: 60, waitsBehindOthers: false });
    const other = await server.signUp();
    workAccount.charge(other.user.tenantId, 10_000);
    await ctx.use(computingTimes).storeAll();
    expect(await other.client.call(billing.endpoints.computingTime, {})).toMatchObject({
      ...{ secondsPerMinute: 10, waitsBehindOthers: true },
    });
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

describe('the store of computing times', () => {
  it('collects what was computed every ten seconds, until the server stops', () => {
    vi.useFakeTimers();
    const collect = vi.fn<() => []>(() => []);
    const services = { workAccount: { collect, onUnknown: () => undefined } } as unknown as Services;
    const times = computingTimes.create(services, () => {
      throw new Error('It uses no other service.');
    });
    times.begin({} as ServiceContainer);
    vi.advanceTimersByTime(9_999);
    expect(collect).not.toHaveBeenCalled();
    vi.advanceTimersByTime(20_001);
    expect(collect).toHaveBeenCalledTimes(3);
    void computingTimes.close?.(times);
    vi.advanceTimersByTime(60_000);
    expect(collect).toHaveBeenCalledTimes(3);
    vi.useRealTimers();
  });
});
