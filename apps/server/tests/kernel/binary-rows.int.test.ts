import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBinary } from '../../src/kernel/db/binary-rows.ts';
import type { TenantDb } from '../../src/kernel/db/tenant-db.ts';
import type { BinaryRow } from '../../src/kernel/db/wire/copy-rows.ts';
import { startTestServer, type TestServer } from '../harness.ts';
import { newKnowledgeBase } from '../knowledge.ts';

const copied = (row: BinaryRow) => row.map((value) => value && Buffer.from(value));
const readAll = async (db: TenantDb, query: ReturnType<typeof sql>) => {
  const rows: ReturnType<typeof copied>[] = [];
  await readBinary(db, query, (row) => rows.push(copied(row)));
  return rows;
};

describe('rows in binary', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  const newTenant = async () => {
    const { client, user } = await server.signUp();
    return { client, ctx: server.contextOf(user.tenantId) };
  };

  it('are the bytes, numbers and nulls of the database, however many there are', async () => {
    const { ctx } = await newTenant();
    const rows = await ctx.tx(({ db }) =>
      readAll(
        db,
        sql`select at::int, decode(repeat(lpad(to_hex(at % 256), 2, '0'), at * 100), 'hex'), nullif(at, 7)::text, ${"it's"}
          from generate_series(0, 999) at`,
      ),
    );
    expect(rows).toHaveLength(1000);
    for (const [at, [number, bytes, text, quoted]] of rows.entries()) {
      expect(number?.readInt32BE()).toBe(at);
      expect(bytes?.equals(Buffer.alloc(at * 100, at % 256))).toBe(true);
      expect(text?.toString()).toBe(at === 7 ? undefined : `${at}`);
      expect(quoted?.toString()).toBe("it's");
    }
  });

  it('are none for an empty result', async () => {
    const { ctx } = await newTenant();
    expect(await ctx.tx(({ db }) => readAll(db, sql`select 1 where false`))).toEqual([]);
  });

  it('are answered in order among other statements that were sent with them', async () => {
    const { ctx } = await newTenant();
    const [before, rows, after] = await ctx.tx(({ db }) =>
      Promise.all([
        db.execute<{ one: number }>(sql`select 1 as one`),
        readAll(db, sql`select 2::int`),
        db.execute<{ three: number }>(sql`select 3 as three`),
      ]),
    );
    expect(before.rows[0]?.one).toBe(1);
    expect(rows.map(([value]) => value?.readInt32BE())).toEqual([2]);
    expect(after.rows[0]?.three).toBe(3);
  });

  it('obey the row policies of the tenant', async () => {
    const [own, other] = [await newTenant(), await newTenant()];
    const id = await newKnowledgeBase(own.client);
    const found = ({ db }: { db: TenantDb }) => readAll(db, sql`select id from knowledge_bases`);
    expect((await own.ctx.tx(found)).map(String)).toEqual([id]);
    expect(await other.ctx.tx(found)).toEqual([]);
  });

  it('fail with the statement, or with what receives them, and leave the connection usable', async () => {
    const { ctx } = await newTenant();
    await expect(ctx.tx(({ db }) => readAll(db, sql`select 1 / 0`))).rejects.toThrow('division by zero');
    const refuse = () => {
      throw new Error('Not this row.');
    };
    await ctx.tx(async ({ db }) => {
      await expect(readBinary(db, sql`select * from generate_series(1, 9)`, refuse)).rejects.toThrow(
        'Not this row.',
      );
      expect(await readAll(db, sql`select 1`)).toHaveLength(1);
    });
  });
});
