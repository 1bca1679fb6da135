import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fail } from '../../src/kernel/base/errors.ts';
import { defineMemory } from '../../src/kernel/cache/define-memory.ts';
import type { Ctx, TxCtx } from '../../src/kernel/context/context.ts';
import { createContext } from '../../src/kernel/context/create-context.ts';
import { defineStatement, type Values } from '../../src/kernel/db/define-statement.ts';
import { viewer } from '../../src/kernel/db/session.ts';
import { startTestServer, type TestServer } from '../harness.ts';
import { countMessages } from '../wire.ts';

const kind = 'note';
const callers = 6;
const nameMemory = defineMemory<string>({ name: 'test.shared', most: 10 });

const note = (tx: TxCtx, text: string) =>
  tx.db.execute(sql`insert into public.notes (tenant_id, text, xact)
    values (atelier.tenant(), ${text}, pg_current_xact_id()::text)`);

const noteViewer = defineStatement((db, { text }: Values<{ text: string }>) =>
  db.execute(
    sql`insert into public.notes (text, viewer, xact) values (${text}, ${viewer}, pg_current_xact_id()::text)`,
  ),
);

describe('transactions that callers of a tenant share', () => {
  let server: TestServer;
  let tenantId: string;
  let ctx: Ctx;

  beforeAll(async () => {
    server = await startTestServer({ isCounted: true, env: { ATELIER_ROLES: 'api' } });
    await server.sql('create table public.notes (tenant_id text, text text, xact text, viewer text)');
    await server.sql('grant select, insert, update on public.notes to public');
    await server.sql(`create function public.disconnect() returns void language sql security definer
      as 'select pg_terminate_backend(pg_backend_pid())'`);
  });
  afterAll(() => server.close());

  beforeEach(async () => {
    ({ tenantId } = (await server.signUp()).user);
    ctx = server.contextOf(tenantId);
    await server.sql('truncate public.notes');
  });

  const notes = () =>
    server.sql<{ text: string; xact: string; viewer: string | null; tenant_id: string }>(
      'select * from public.notes order by text',
    );
  const texts = async () => (await notes()).map(({ text }) => text);
  const share = (text: string, own: Ctx = ctx) =>
    own.tx(
      async (tx) => {
        tx.last(() => note(tx, text));
        return text;
      },
      { sharedAs: kind },
    );
  const many = (count = callers) => Array.from({ length: count }, (_, at) => `note ${at}`);

  it('store what each brings with one beginning and one commit, and give each their own result', async () => {
    const { statements, roundTrips, transactions } = await countMessages(server, async () => {
      expect(await Promise.all(many().map((text) => share(text)))).toEqual(many());
    });
    expect(await texts()).toEqual(many());
    expect({ roundTrips, transactions }).toEqual({ roundTrips: 1, transactions: 1 });
    expect(statements.filter((text) => text === 'commit')).toHaveLength(1);
    expect(new Set((await notes()).map(({ xact }) => xact)).size).toBe(1);
  });

  it('are not shared by callers of different companies, nor for work of different kinds', async () => {
    const other = server.contextOf((await server.signUp()).user.tenantId);
    await Promise.all([
      share('one'),
      share('two', other),
      ctx.tx(async (tx) => tx.last(() => note(tx, 'three')), { sharedAs: 'another kind' }),
    ]);
    const rows = await notes();
    expect(rows.map(({ text }) => text)).toEqual(['one', 'three', 'two']);
    expect(new Set(rows.map(({ xact }) => xact)).size).toBe(3);
    expect(rows.find(({ text }) => text === 'two')?.tenant_id).toBe(other.tenantId);
  });

  it('fail for the caller alone whose work fails, before or after it has sent something', async () => {
    const early = ctx.tx(async () => fail('chat.conversation_not_found'), { sharedAs: kind });
    const late = ctx.tx(
      async (tx) => {
        await note(tx, 'undone');
        return fail('chat.conversation_not_found');
      },
      { sharedAs: kind },
    );
    const refused = ctx.tx(async (tx) => tx.last(() => tx.db.execute(sql`select 1 / 0`)), { sharedAs: kind });
    const [stored, ...failed] = await Promise.allSettled([
      Promise.all(many().map((text) => share(text))),
      early,
      late,
      refused,
    ]);
    expect(stored.status).toBe('fulfilled');
    expect(failed.map((one) => one.status === 'rejected' && String(one.reason))).toEqual([
      expect.stringContaining('conversation'),
      expect.stringContaining('conversation'),
      expect.stringContaining('select 1 / 0'),
    ]);
    expect(await texts()).toEqual(many());
  });

  it('leave out work that fails before it has sent something, without repeating the others', async () => {
    const attempts = new Map<string, number>();
    const counted = (text: string) =>
      ctx.tx(
        async (tx) => {
          attempts.set(text, (attempts.get(text) ?? 0) + 1);
          if (text === 'note 2') return fail('chat.conversation_not_found');
          return tx.last(() => note(tx, text));
        },
        { sharedAs: kind },
      );
    const outcomes = await Promise.allSettled(many().map(counted));
    expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([
      true,
      true,
      false,
      true,
      true,
      true,
    ]);
    expect(Object.fromEntries(attempts)).toMatchObject({ 'note 1': 1, 'note 2': 2, 'note 5': 1 });
  });

  it('repeat only with current data when a caller used data that another server has changed', async () => {
    const load = async (tx: TxCtx) => {
      const { rows } = await tx.db.execute<{ name: string }>(
        sql`select name from tenants where id = ${tenantId}`,
      );
      return rows[0]?.name ?? '';
    };
    const remembering = () =>
      ctx.tx(
        async (tx) => {
          const name = await tx.remember(nameMemory, 'name', () => load(tx));
          tx.last(() => note(tx, name));
        },
        { sharedAs: kind },
      );
    await remembering();
    await server.sql('truncate public.notes');
    await server.sql(`update tenants set name = 'Changed' where id = $1`, [tenantId]);
    await server.sql(
      'insert into revisions (subject, revision) values ($1, 1) on conflict (subject) do update set revision = revisions.revision + 1',
      [tenantId],
    );
    await Promise.all(Array.from({ length: callers }, remembering));
    expect(await texts()).toEqual(Array.from({ length: callers }, () => 'Changed'));
  });

  it('work for the user of each caller', async () => {
    const { pool, container, services } = server;
    const worksFor = (userId: string) => {
      const actor = { kind: 'user', userId, role: 'OWNER', name: userId } as const;
      const own = createContext({ pool, container, services, tenantId, actor });
      return own.tx(async (tx) => tx.last(() => noteViewer(tx.db, { text: userId })), { sharedAs: kind });
    };
    await Promise.all(many().map(worksFor));
    const rows = await notes();
    expect(rows.map(({ text, viewer: of }) => [text, of])).toEqual(many().map((id) => [id, id]));
    expect(new Set(rows.map(({ xact }) => xact)).size).toBe(1);
  });

  const disconnect = (tx: TxCtx) => tx.db.execute(sql`select public.disconnect()`);

  it('store everything exactly once when the database closes the connection before the commit', async () => {
    let attempts = 0;
    const disconnected = ctx.tx(
      async (tx) => {
        attempts += 1;
        if (attempts === 1) await disconnect(tx);
        tx.last(() => note(tx, 'one'));
      },
      { sharedAs: kind },
    );
    await Promise.all([disconnected, ...many().map((text) => share(text))]);
    expect(attempts).toBe(2);
    expect(await texts()).toEqual([...many(), 'one']);
  });

  it('fail for all, and repeat nothing, when nobody knows whether the commit took place', async () => {
    let attempts = 0;
    const disconnected = ctx.tx(
      async (tx) => {
        attempts += 1;
        tx.last(() => disconnect(tx));
      },
      { sharedAs: kind },
    );
    const outcomes = await Promise.allSettled([disconnected, ...many().map((text) => share(text))]);
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
    expect(attempts).toBe(1);
    expect(await texts()).toEqual([]);
  });
});
