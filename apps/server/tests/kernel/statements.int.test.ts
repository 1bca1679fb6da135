import type { DataField } from '@atelier/contracts/content/bases/knowledge-shapes';
import { asc, desc, eq, type Query, sql } from 'drizzle-orm';
import { jsonb, text } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, expectTypeOf, it, vi } from 'vitest';
import type { Ctx } from '../../src/kernel/context/context.ts';
import { defineStatement, type Values } from '../../src/kernel/db/define-statement.ts';
import { Dialect } from '../../src/kernel/db/dialect.ts';
import { moment, tenantTable } from '../../src/kernel/db/tenant-table.ts';
import { startTestServer, type TestServer } from '../harness.ts';
import { newKnowledgeBase } from '../knowledge.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** A part of the columns of two tables of the module `bases`. */
const knowledgeBases = tenantTable('knowledge_bases', {
  id: text('id').notNull(),
  name: text('name').notNull(),
  activeIndexVersion: text('active_index_version'),
  dataStructure: jsonb('data_structure').$type<DataField[]>().notNull(),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
});
const indexVersions = tenantTable('index_versions', {
  id: text('id').notNull(),
  knowledgeBaseId: text('knowledge_base_id').notNull(),
});

const byName = defineStatement((db, { name, limit }: Values<{ name: string; limit: number }>) =>
  db.select({ id: knowledgeBases.id }).from(knowledgeBases).where(eq(knowledgeBases.name, name)).limit(limit),
);

/** Counts how often SQL that contains the mark is built while `work` runs. The server builds other SQL in the background. */
const countBuilt = async (mark: string, work: () => Promise<unknown>): Promise<number> => {
  const built = vi.spyOn(Dialect.prototype, 'sqlToQuery');
  try {
    await work();
    return built.mock.results.filter(({ value }) => (value as Query).sql.includes(mark)).length;
  } finally {
    built.mockRestore();
  }
};

const newTenant = async () => {
  const { client, user } = await server.signUp();
  return { ctx: server.contextOf(user.tenantId), client };
};

describe('a declared statement', () => {
  it('builds its SQL at the first call only', async () => {
    const { ctx } = await newTenant();
    const statement = defineStatement((db, { id }: Values<{ id: string }>) =>
      db.execute(sql`select ${id} as marked_once`),
    );
    const call = () => ctx.tx(({ db }) => statement(db, { id: 'kb_none' }));
    expect(await countBuilt('marked_once', call)).toBe(1);
    for (let time = 0; time < 5; time += 1) expect(await countBuilt('marked_once', call)).toBe(0);
  });

  it('gives each of many simultaneous calls the rows of its own values', async () => {
    const { ctx, client } = await newTenant();
    const names = Array.from({ length: 20 }, (_, at) => `Base ${at}`);
    const ids = new Map<string, string>();
    for (const name of names) ids.set(name, await newKnowledgeBase(client, { name }));
    const find = (name: string) => ctx.tx(({ db }) => byName(db, { name, limit: 5 }));
    const found = await Promise.all(names.map(find));
    expect(found).toEqual(names.map((name) => [{ id: ids.get(name) }]));
    const together = await ctx.read(({ db }) =>
      Promise.all(names.map((name) => byName(db, { name, limit: 5 }))),
    );
    expect(together).toEqual(found);
  });

  it('sees the rows of the tenant whose transaction it runs in, and of no other', async () => {
    const one = await newTenant();
    const other = await newTenant();
    const id = await newKnowledgeBase(one.client, { name: 'Shared name' });
    const find = (ctx: Ctx) => ctx.tx(({ db }) => byName(db, { name: 'Shared name', limit: 5 }));
    const [mine, theirs] = await Promise.all([find(one.ctx), find(other.ctx)]);
    expect(mine).toEqual([{ id }]);
    expect(theirs).toEqual([]);
  });

  it('takes only values of the declared types', async () => {
    const { ctx } = await newTenant();
    expectTypeOf(byName).parameter(1).toEqualTypeOf<{ readonly name: string; readonly limit: number }>();
    expectTypeOf(byName).returns.resolves.toEqualTypeOf<{ id: string }[]>();
    const loosely = byName as unknown as (db: unknown, given: object) => Promise<unknown>;
    const call = (given: object) => ctx.tx(({ db }) => loosely(db, given));
    await expect(call({ name: 'Base' })).rejects.toThrow('The statement has no value for "limit".');
    await expect(call({ name: 'Base', limit: undefined })).rejects.toThrow('no value for "limit"');
    await expect(call({ name: 'Base', limit: 'many' })).rejects.toMatchObject({ cause: { code: '22P02' } });
  });

  it('is built once for each shape, and reads dates and rows without a partner', async () => {
    const { ctx, client } = await newTenant();
    for (const name of ['One', 'Two', 'Three']) await newKnowledgeBase(client, { name });
    const list = defineStatement((db, _values, order: 'up' | 'down', hasIndex: boolean) => {
      const rows = db
        .select({
          base: knowledgeBases,
          index: indexVersions,
          count: sql<number>`1 /* marked_shape */`.mapWith(Number),
        })
        .from(knowledgeBases)
        .leftJoin(
          indexVersions,
          eq(indexVersions.id, hasIndex ? knowledgeBases.activeIndexVersion : sql`''`),
        );
      return rows.orderBy((order === 'up' ? asc : desc)(knowledgeBases.name));
    });
    const shapes = [
      ['up', true],
      ['up', false],
      ['down', true],
    ] as const;
    const listAll = () =>
      ctx.tx(({ db }) => Promise.all(shapes.map((shape) => list(db, {}, shape[0], shape[1]))));
    expect(await countBuilt('marked_shape', listAll)).toBe(3);
    expect(await countBuilt('marked_shape', listAll)).toBe(0);
    const [up, without, down] = await listAll();
    expect(up?.map(({ base }) => base.name)).toEqual(['One', 'Three', 'Two']);
    expect(down).toEqual(up?.toReversed());
    expect(without?.map(({ index }) => index)).toEqual([null, null, null]);
    expect(up?.[0]?.base.createdAt).toBeInstanceOf(Date);
    expect(up?.[0]?.index?.knowledgeBaseId).toBe(up?.[0]?.base.id);
  });

  it('encodes a value as its column does', async () => {
    const { ctx, client } = await newTenant();
    const id = await newKnowledgeBase(client);
    const store = defineStatement((db, given: Values<{ id: string; fields: DataField[]; at: Date }>) =>
      db
        .update(knowledgeBases)
        .set({
          dataStructure: sql`${sql.param(given.fields, knowledgeBases.dataStructure)}`,
          updatedAt: sql`${sql.param(given.at, knowledgeBases.updatedAt)}`,
        })
        .where(eq(knowledgeBases.id, given.id))
        .returning({ fields: knowledgeBases.dataStructure, at: knowledgeBases.updatedAt }),
    );
    const at = new Date('2030-01-02T03:04:05.678Z');
    const fields: DataField[] = [{ name: 'Author', description: '' }];
    expect(await ctx.tx(({ db }) => store(db, { id, fields, at }))).toEqual([{ fields, at }]);
  });

  it('keeps no more than 64 shapes, and is right beyond them', async () => {
    const { ctx } = await newTenant();
    const count = defineStatement((db, _values, shape: string) =>
      db.execute<{ shape: string }>(sql`select ${shape} as shape /* marked_many */`),
    );
    const call = (at: number) =>
      ctx.tx(async ({ db }) => (await count(db, {}, `shape ${at}`)).rows[0]?.shape);
    for (let at = 0; at < 70; at += 1) expect(await call(at)).toBe(`shape ${at}`);
    expect(await countBuilt('marked_many', () => call(10))).toBe(0);
    expect(await countBuilt('marked_many', () => call(69))).toBe(1);
  });
});

describe('a statement', () => {
  it('is never compiled to machine code, although excluded plans make it look expensive', async () => {
    const { ctx } = await newTenant();
    const { rows } = await ctx.tx(({ db }) =>
      db.execute<{ 'QUERY PLAN': { Plan: { 'Total Cost': number }; JIT?: object }[] }>(
        sql`explain (format json) select count(*) from pg_class a, pg_class b, pg_class c where a.relpages + b.relpages + c.relpages < 0`,
      ),
    );
    const [plan] = rows[0]?.['QUERY PLAN'] ?? [];
    expect(plan?.Plan['Total Cost']).toBeGreaterThan(100_000);
    expect(plan?.JIT).toBeUndefined();
    const engine = await server.sql<{ name: string; jit: boolean }>(
      `select proname as name, proconfig @> '{jit=off}' as jit from pg_proc where proconfig @> '{enable_seqscan=off}' order by proname`,
    );
    expect(engine.map(({ name }) => name)).toContain('claim_runs');
    expect(engine.filter(({ jit }) => !jit)).toEqual([]);
  });
});
