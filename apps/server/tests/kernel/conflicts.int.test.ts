import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineJob } from '../../src/kernel/context/define-job.ts';
import { isUnfitValue } from '../../src/kernel/db/database-errors.ts';
import type { Client } from '../client.ts';
import { startTestServer, type TestServer } from '../harness.ts';

/** Resolves for both callers once both have called it, and at once for later callers. */
const meeting = () => {
  let missing = 2;
  let open: () => void = () => {};
  const both = new Promise<void>((resolve) => {
    open = resolve;
  });
  return async () => {
    missing -= 1;
    if (missing === 0) open();
    await both;
  };
};

const unheard = defineJob({ name: 'test.nobody-listens', input: z.object({ first: z.number() }) });

describe('transactions that conflict', () => {
  let server: TestServer;
  let client: Client;
  let tenantId: string;

  beforeAll(async () => {
    server = await startTestServer();
    const owner = await server.signUp();
    ({ client } = owner);
    tenantId = owner.user.tenantId;
    // A sequence also counts attempts that are rolled back.
    await server.sql('create sequence public.refusals');
    await server.sql('grant usage, select on sequence public.refusals to public');
    await server.sql(`create function public.refuse() returns trigger language plpgsql as $$ begin
      if new.name = 'Never' or (new.name = 'Later' and nextval('public.refusals') <= 2) then
        raise exception 'given up' using errcode = case new.name when 'Never' then '40001' else '40P01' end;
      end if;
      return new; end $$`);
    await server.sql(
      'create trigger refuse before insert on knowledge_bases for each row execute function public.refuse()',
    );
  });
  afterAll(() => server.close());

  const make = (name: string) => client.send(knowledge.endpoints.create, { body: { name, description: '' } });
  const countAudit = async (action: string) =>
    (await server.sql('select 1 from audit_log where tenant_id = $1 and action = $2', [tenantId, action]))
      .length;

  it('both succeed when they take the same locks in opposite order, and nothing is doubled', async () => {
    const ctx = server.contextOf(tenantId);
    const meet = meeting();
    // The first job of a task creates the row of the task; a concurrent first job would wait for it.
    await ctx.tx((tx) => tx.enqueue(unheard, { first: 0 }));
    let beginnings = 0;
    const lockBoth = (first: number, second: number) =>
      ctx.tx(async (tx) => {
        beginnings += 1;
        await tx.audit('test.conflict', 'conflict');
        await tx.enqueue(unheard, { first });
        await tx.db.execute(sql`select pg_advisory_xact_lock(${first})`);
        await meet();
        await tx.db.execute(sql`select pg_advisory_xact_lock(${second})`);
      });
    await Promise.all([lockBoth(71, 72), lockBoth(72, 71)]);
    expect(beginnings).toBe(3);
    expect(await countAudit('test.conflict')).toBe(2);
    const orders = await server.sql(
      "select 1 from graphile_worker.jobs where task_identifier = 'test.nobody-listens'",
    );
    expect(orders).toHaveLength(3);
  });

  it('are retried for a request, whose audit entry is written once', async () => {
    const before = await countAudit('knowledge.created');
    expect((await make('Later')).status).toBe(200);
    expect(await countAudit('knowledge.created')).toBe(before + 1);
    expect(await server.sql('select last_value::int as tries from public.refusals')).toEqual([{ tries: 3 }]);
  });

  it('fail after a few tries with the reason that somebody else is changing the same', {
    tags: ['ERROR-15'],
  }, async () => {
    const reply = await make('Never');
    expect(reply.status).toBe(409);
    expect(reply.body).toMatchObject({ success: false, code: 'server.busy' });
    expect(
      await server.sql('select 1 from knowledge_bases where tenant_id = $1 and name = $2', [
        tenantId,
        'Never',
      ]),
    ).toEqual([]);
  });

  it('are refused for their cause, whichever of the statements is looked at first', async () => {
    const ctx = server.contextOf(tenantId);
    // A statement that was used before has a name, and takes another way through the driver than a new one.
    for (let time = 0; time < 3; time += 1) await ctx.tx((tx) => tx.db.execute(sql`select 1`));
    const refused = ctx.tx(async (tx) => {
      const cause = tx.db.execute(sql`select 'no moment'::timestamptz`);
      const behind = tx.db.execute(sql`select 1`);
      const [first, second] = await Promise.allSettled([cause, behind]);
      expect(first.status).toBe('rejected');
      if (second.status === 'rejected') throw second.reason;
    });
    await expect(refused).rejects.toSatisfy(isUnfitValue);
  });
});
