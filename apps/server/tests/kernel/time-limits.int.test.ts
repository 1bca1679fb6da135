import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { TxCtx } from '../../src/kernel/context/context.ts';
import { defineJob } from '../../src/kernel/context/define-job.ts';
import { defineModule, defineRoutes, handleJob } from '../../src/kernel/module/module.ts';
import type { Client } from '../client.ts';
import { eventually, startTestServer, type TestServer } from '../harness.ts';

const sluggish = {
  name: 'sluggish',
  errors: {},
  endpoints: {
    wait: {
      method: 'GET',
      path: '/api/content/sluggish/wait',
      summary: 'Waits in the database',
      access: { signedIn: 'for this test' },
      query: z.object({ how: z.enum(['statement', 'idle', 'lock', 'patiently', 'settings']) }),
      reply: z.object({ settings: z.array(z.string()) }),
    },
  },
} as const;

type How = z.infer<(typeof sluggish)['endpoints']['wait']['query']>['how'];

const limitTo = (tx: TxCtx, name: string) =>
  tx.db.execute(sql`select set_config(${`${name}`}, '200ms', true)`);

const settingsOf = async ({ db }: TxCtx): Promise<string[]> => {
  const { rows } = await db.execute<{ value: string }>(sql`select current_setting(name) as value
    from unnest(array['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']) as name`);
  return rows.map(({ value }) => value);
};

const waitIn = async (tx: TxCtx, how: How): Promise<string[]> => {
  if (how === 'statement') await limitTo(tx, 'statement_timeout');
  if (how === 'statement') await tx.db.execute(sql`select pg_sleep(20)`);
  if (how === 'patiently') await tx.db.execute(sql`select pg_sleep(4)`);
  if (how === 'idle') {
    await limitTo(tx, 'idle_in_transaction_session_timeout');
    await new Promise((resolve) => setTimeout(resolve, 1500));
  }
  if (how === 'lock') {
    await limitTo(tx, 'lock_timeout');
    await tx.db.execute(sql`select pg_advisory_xact_lock(4711)`);
  }
  return settingsOf(tx);
};

const lookJob = defineJob({ name: 'sluggish.look', input: z.object({}) });
let seenByJob: string[] = [];
const sluggishModule = defineModule({
  name: 'sluggish',
  routes: [
    defineRoutes(sluggish, {
      wait: async (ctx, { query }) => ({ settings: await ctx.tx((tx) => waitIn(tx, query.how)) }),
    }),
  ],
  jobs: [
    handleJob(lookJob, async (ctx) => {
      seenByJob = await ctx.tx(settingsOf);
    }),
  ],
});

describe('a transaction', () => {
  let server: TestServer;
  let client: Client;
  let tenantId: string;
  beforeAll(async () => {
    server = await startTestServer({ extraModules: [sluggishModule], env: { DATABASE_POOL_SIZE: '6' } });
    const signedUp = await server.signUp();
    client = signedUp.client;
    tenantId = signedUp.user.tenantId;
  });
  afterAll(() => server.close());

  const wait = (how: How, who = client) => who.send(sluggish.endpoints.wait, { query: { how } });
  const codeOf = async (how: How) => {
    const { status, body } = await wait(how);
    return [status, body.code];
  };

  it('has time limits: short for a request, long for a job', async () => {
    expect((await wait('settings')).body.responseData.settings).toEqual(['1min', '15s', '1min']);
    await server.contextOf(tenantId).tx((tx) => tx.enqueue(lookJob, {}));
    await eventually(async () => seenByJob.length > 0);
    expect(seenByJob).toEqual(['30min', '5min', '30min']);
  });

  it('is stopped with a clear code when a statement takes too long, or when it is idle for too long', async () => {
    expect(await codeOf('statement')).toEqual([503, 'server.too_slow']);
    expect(await codeOf('idle')).toEqual([503, 'server.too_slow']);
  });

  it('does not wait endlessly for a lock', async () => {
    await server.sql('select pg_advisory_lock(4711)');
    expect(await codeOf('lock')).toEqual([409, 'server.busy']);
    await server.sql('select pg_advisory_unlock(4711)');
  });

  it('of another tenant gets a connection while one tenant waits with all that it may have', async () => {
    const { client: other } = await server.signUp();
    let finished = 0;
    const slow = Array.from({ length: 20 }, async () => {
      const reply = await wait('patiently');
      finished += 1;
      return reply.status;
    });
    await eventually(async () => {
      const rows = await server.sql(
        `select 1 from pg_stat_activity where query like '%pg_sleep(4)%' and pid <> pg_backend_pid()`,
      );
      return rows.length >= 3;
    });
    for (let at = 0; at < 5; at += 1) expect((await wait('settings', other)).status).toBe(200);
    expect(finished).toBe(0);
    // A transaction that waited longer than ten seconds for a connection fails with this code.
    const statuses = new Set(await Promise.all(slow));
    expect(statuses).toEqual(new Set([200, 503]));
  });
});
