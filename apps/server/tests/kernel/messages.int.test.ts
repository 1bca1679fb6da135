import { setTimeout as sleep } from 'node:timers/promises';
import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TxCtx } from '../../src/kernel/context/context.ts';
import { eventually, startTestServer, type TestServer } from '../harness.ts';
import { importTexts, newKnowledgeBase } from '../knowledge.ts';
import { countIdle, countMessages } from '../wire.ts';

/** It has no chores, which begin with a minute and would be counted with a request. */
let server: TestServer;
let whole: TestServer;
beforeAll(async () => {
  server = await startTestServer({ isCounted: true, env: { ATELIER_ROLES: 'api' } });
  whole = await startTestServer({ isCounted: true });
});
afterAll(async () => {
  await server.close();
  await whole.close();
});

describe('messages to PostgreSQL', () => {
  it('are counted alike each time, one round trip for what is sent together', async () => {
    const { user } = await server.signUp();
    const ctx = server.contextOf(user.tenantId);
    const work = () =>
      ctx.tx(async ({ db }) => {
        await Promise.all([db.execute('select 1'), db.execute('select 2')]);
        await db.execute('select 3');
      });
    for (let time = 0; time < 5; time += 1) {
      const { roundTrips, transactions, statements } = await countMessages(server, work);
      expect({ roundTrips, transactions }).toEqual({ roundTrips: 3, transactions: 1 });
      expect(statements[0]).toBe('begin');
      expect(statements[1]).toMatch(/^select set_config\(.*'app\.tenant_id'/);
      expect(statements.slice(2)).toEqual(['select 1', 'select 2', 'select 3', 'commit']);
    }
  });

  it('are one round trip for the last statement and the commit, both of which fail together', async () => {
    const { user } = await server.signUp();
    const ctx = server.contextOf(user.tenantId);
    const store = (text: string) => (tx: TxCtx) =>
      tx.db.execute(sql`update tenants set name = ${text} where id = ${user.tenantId}`);
    const named = async () =>
      (await server.sql<{ name: string }>('select name from tenants where id = $1', [user.tenantId]))[0]
        ?.name;
    const { roundTrips, statements } = await countMessages(server, () =>
      ctx.tx(async (tx) => {
        await tx.db.execute(sql`select 1`);
        tx.last(() => store('Kept')(tx));
      }),
    );
    expect(roundTrips).toBe(2);
    expect(statements.at(-1)).toBe('commit');
    expect(await named()).toBe('Kept');
    const failing = ctx.tx(async (tx) => {
      await store('Lost')(tx);
      tx.last(() => tx.db.execute(sql`select 1 / 0`));
    });
    await expect(failing).rejects.toMatchObject({ cause: { code: '22012' } });
    expect(await named()).toBe('Kept');
  });

  it('are one round trip for a transaction whose only statement is its last one', async () => {
    const { user } = await server.signUp();
    const ctx = server.contextOf(user.tenantId);
    const ask = (text: string) => ctx.tx(async (tx) => tx.last(() => tx.db.execute(sql.raw(text))));
    const { roundTrips, statements } = await countMessages(server, () => ask('select 1'));
    expect(roundTrips).toBe(1);
    expect(statements[0]).toBe('begin');
    expect(statements.slice(2)).toEqual(['select 1', 'commit']);
    await expect(ask('select 1 / 0')).rejects.toMatchObject({ cause: { code: '22012' } });
    await ask('select 1');
  });

  it('refuse a statement after the last one, which would run outside the transaction', async () => {
    const { user } = await server.signUp();
    const ctx = server.contextOf(user.tenantId);
    const late = await ctx.tx(async (tx) => {
      tx.last(() => tx.db.execute(sql`select 1`));
      expect(() => tx.last(() => tx.db.execute(sql`select 2`))).toThrow('one last statement');
      return { ask: () => tx.db.execute(sql`select 3`) };
    });
    await expect(late.ask()).rejects.toMatchObject({ cause: { message: 'The transaction has ended.' } });
  });

  it('are at most two round trips for an authenticated read', async () => {
    const { client } = await server.signUp();
    const id = await newKnowledgeBase(client);
    const read = () => client.call(knowledge.endpoints.get, { params: { id }, query: {} });
    await read();
    const { roundTrips, transactions } = await countMessages(server, read);
    expect(transactions).toBe(1);
    expect(roundTrips).toBeLessThanOrEqual(2);
  });

  it('are a single round trip for what is read at once', async () => {
    const { client, user } = await server.signUp();
    const id = await newKnowledgeBase(client);
    const read = () => client.call(knowledge.endpoints.get, { params: { id }, query: {} });
    await read();
    expect(await countMessages(server, read)).toMatchObject({ roundTrips: 1, transactions: 1 });
    const ctx = server.contextOf(user.tenantId);
    const inTurn = ctx.read(async ({ db }) => {
      await db.execute('select 1');
      await db.execute('select 2');
    });
    await expect(inTurn).rejects.toMatchObject({
      cause: { message: expect.stringContaining('before it waits') as string },
    });
    const writing = ctx.read(({ db }) => db.execute('delete from knowledge_bases'));
    await expect(writing).rejects.toMatchObject({ cause: { code: '25006' } });
    const lastOf = async (tx: TxCtx) => tx.last(() => tx.db.execute(sql`select 1`));
    await expect(ctx.read(lastOf)).rejects.toThrow('it has no last statement');
    await expect(ctx.tx((tx) => tx.read(lastOf))).rejects.toThrow('it has no last statement');
    await read();
  });

  it('are two round trips for a read whose second part needs the first one', async () => {
    const { client, user } = await server.signUp();
    await newKnowledgeBase(client);
    const list = () => client.call(knowledge.endpoints.list, { query: {} });
    await list();
    expect(await countMessages(server, list)).toMatchObject({ roundTrips: 2, transactions: 1 });
    const ctx = server.contextOf(user.tenantId);
    const first = ({ db }: TxCtx) => db.execute<{ n: number }>(sql`select 1 as n`);
    const both = await countMessages(server, async () => {
      const next = ({ db }: TxCtx, { rows }: Awaited<ReturnType<typeof first>>) =>
        db.execute(sql`select ${rows[0]?.n}::integer + 1 as n`);
      expect((await ctx.read(first, next)).rows).toEqual([{ n: 2 }]);
    });
    expect(both).toMatchObject({ roundTrips: 2, transactions: 1 });
    expect(both.statements.at(-1)).toBe('commit');
    const third = ctx.read(first, async (tx) => {
      await first(tx);
      await first(tx);
    });
    await expect(third).rejects.toMatchObject({
      cause: { message: expect.stringContaining('before it waits') as string },
    });
    const writing = ctx.read(first, ({ db }) => db.execute('delete from knowledge_bases'));
    await expect(writing).rejects.toMatchObject({ cause: { code: '25006' } });
    await expect(ctx.read(() => Promise.reject(new Error('no')), first)).rejects.toThrow('no');
    await list();
  });

  it('are at most one in two seconds for a server that has nothing to do', async () => {
    await whole.signUp();
    // Waits until the work of the sign-up is over, and so that no chore, which begins with a minute, comes in between.
    const second = new Date().getSeconds();
    await sleep(second < 15 ? 4000 : (64 - second) * 1000);
    const seconds = 30;
    const { statements } = await countIdle(whole, seconds * 1000);
    expect(statements.length).toBeGreaterThan(0);
    expect(statements.length).toBeLessThanOrEqual(seconds / 2);
  }, 150_000);

  it('are as few two seconds after the last run and the last job, but for the computing time of both', async () => {
    const { client } = await whole.signUp();
    const id = await newKnowledgeBase(client);
    // The load must end so early in a minute that no chore, which begins with a minute, comes in between.
    const second = new Date().getSeconds();
    await sleep(second < 10 ? 0 : (61 - second) * 1000);
    const names = Array.from({ length: 10 }, (_, at) => `note-${at}.txt`);
    await importTexts(client, id, Object.fromEntries(names.map((name) => [name, `The text of ${name}.`])));
    await eventually(async () => {
      const [left] = await whole.sql<{ count: number }>(
        `select (select count(*) from runs where status not in ('COMPLETED', 'FAILED', 'CANCELLED'))::int
          + (select count(*) from graphile_worker._private_jobs where run_at < now() + interval '1 minute')::int as count`,
      );
      return left?.count === 0;
    }, 30_000);
    // The server stores the computing time every ten seconds, in one transaction that may fall into the count or not.
    whole.services.workAccount.collect();
    await sleep(2000);
    const seconds = 15;
    const { statements } = await countIdle(whole, seconds * 1000);
    expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(seconds / 2);
  }, 150_000);
});
