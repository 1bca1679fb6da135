import type { Names } from './names.ts';

type Template = (names: Names) => string;

const wiring: Template = ({ feature, features, thing, table }) => `\
import { defineModule } from '../../../kernel/module/module.ts';
import { ${thing}Routes } from './routes.ts';

export const ${features}Module = defineModule({
  name: '${feature}',
  routes: [${thing}Routes],
  constraints: { ${table}_name_taken: '${feature}.name_taken' },
});
`;

const routes: Template = ({ area, feature, features, thing, Thing, Features, file }) => `\
import { ${features} } from '@atelier/contracts/${area}/${feature}';
import { defineRoutes, done } from '../../../kernel/module/module.ts';
import { create${Thing} } from './service/create-${file}.ts';
import { get${Thing}, list${Features} } from './service/reads.ts';
import { remove${Thing} } from './service/remove-${file}.ts';

export const ${thing}Routes = defineRoutes(${features}, {
  create: (ctx, { body }) => create${Thing}(ctx, body),
  list: (ctx, { query }) => list${Features}(ctx, query),
  get: (ctx, { params }) => get${Thing}(ctx, params.id),
  remove: async (ctx, { params }) => {
    await remove${Thing}(ctx, params.id);
    return done;
  },
});
`;

const create: Template = ({ area, feature, thing, Thing, prefix }) => `\
import type { New${Thing}, ${Thing} } from '@atelier/contracts/${area}/${feature}';
import type { AnyCtx } from '../../../../kernel/context/context.ts';
import { fail } from '../../../../kernel/base/errors.ts';
import { newId } from '../../../../kernel/base/ids.ts';
import { present${Thing} } from '../present.ts';
import { ${thing}Repository } from '../repository.ts';

/** The unique index refuses a name that is taken (\`constraints\` of the module). */
export const create${Thing} = (ctx: AnyCtx, input: New${Thing}): Promise<${Thing}> =>
  ctx.tx(async (tx) => {
    const row = (await ${thing}Repository.insert(tx.db, { id: newId('${prefix}'), ...input })) ?? fail('server.internal');
    await tx.audit('${feature}.created', row.id);
    return present${Thing}(tx, row);
  });
`;

const reads: Template = ({ area, feature, features, thing, Thing, Features }) => `\
import type { ${features}, ${Thing} } from '@atelier/contracts/${area}/${feature}';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import type { AnyCtx } from '../../../../kernel/context/context.ts';
import { fail } from '../../../../kernel/base/errors.ts';
import { present${Thing} } from '../present.ts';
import { ${thing}Repository } from '../repository.ts';

export const get${Thing} = (ctx: AnyCtx, id: string): Promise<${Thing}> =>
  ctx.tx(async (tx) =>
    present${Thing}(tx, (await ${thing}Repository.find(tx.db, id)) ?? fail('${feature}.not_found')),
  );

type ListQuery = RequestOf<(typeof ${features}.endpoints)['list']>['query'];

export const list${Features} = (ctx: AnyCtx, query: ListQuery) =>
  ctx.tx(async (tx) => {
    const { rows, nextCursor, total } = await ${thing}Repository.list(tx.db, query);
    return { items: rows.map((row) => present${Thing}(tx, row)), nextCursor, total };
  });
`;

const remove: Template = ({ feature, thing, Thing }) => `\
import type { AnyCtx } from '../../../../kernel/context/context.ts';
import { fail } from '../../../../kernel/base/errors.ts';
import { ${thing}Repository } from '../repository.ts';

export const remove${Thing} = (ctx: AnyCtx, id: string): Promise<void> =>
  ctx.tx(async (tx) => {
    if (!(await ${thing}Repository.remove(tx.db, id))) fail('${feature}.not_found');
    await tx.audit('${feature}.removed', id);
  });
`;

const policy: Template = ({ feature, Thing }) => `\
import type { AnyCtx } from '../../../kernel/context/context.ts';

export const canRemove${Thing} = (ctx: AnyCtx): boolean => ctx.may('${feature}:write');
`;

const present: Template = ({ area, feature, thing, Thing }) => `\
import type { ${Thing} } from '@atelier/contracts/${area}/${feature}';
import type { AnyCtx } from '../../../kernel/context/context.ts';
import { canRemove${Thing} } from './policy.ts';
import type { ${Thing}Row } from './tables.ts';

export const present${Thing} = (ctx: AnyCtx, row: ${Thing}Row): ${Thing} => ({
  ${thing}Id: row.id,
  name: row.name,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  abilities: { canRemove: canRemove${Thing}(ctx) },
});
`;

const tables: Template = ({ features, Thing, table }) => `\
import { text } from 'drizzle-orm/pg-core';
import { createdAt, moment, tenantTable } from '../../../kernel/db/tenant-table.ts';

export const ${features} = tenantTable('${table}', {
  id: text('id').notNull(),
  name: text('name').notNull(),
  createdAt: createdAt(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
});
export type ${Thing}Row = typeof ${features}.$inferSelect;
`;

const repository: Template = ({ features, thing, Thing }) => `\
import { eq, ilike, sql } from 'drizzle-orm';
import { containing } from '../../../kernel/db/containing.ts';
import { type Page, type PageOrder, placeColumns, readPage } from '../../../kernel/db/paging.ts';
import type { TenantDb } from '../../../kernel/db/tenant-db.ts';
import { type ${Thing}Row, ${features} } from './tables.ts';

const sortable = { name: sql\`lower(\${${features}.name})\`, updatedAt: sql\`\${${features}.updatedAt}\` };

interface ListOrder extends PageOrder<keyof typeof sortable> {
  search?: string | undefined;
}

export const ${thing}Repository = {
  async insert(
    db: TenantDb,
    row: Omit<typeof ${features}.$inferInsert, 'tenantId'>,
  ): Promise<${Thing}Row | undefined> {
    const [inserted] = await db.insert(${features}).values(row).returning();
    return inserted;
  },

  async find(db: TenantDb, id: string): Promise<${Thing}Row | undefined> {
    const [row] = await db.select().from(${features}).where(eq(${features}.id, id));
    return row;
  },

  async remove(db: TenantDb, id: string): Promise<boolean> {
    return (await db.delete(${features}).where(eq(${features}.id, id)).returning({ id: ${features}.id })).length > 0;
  },

  async list(db: TenantDb, order: ListOrder): Promise<Page<${Thing}Row>> {
    const where = order.search ? ilike(${features}.name, containing(order.search)) : undefined;
    const key = sortable[order.sort];
    const selected = db.select({ row: ${features}, ...placeColumns(key, ${features}.id) }).from(${features});
    const { rows, ...page } = await readPage(db, selected, {
      ...{ page: order, key, id: ${features}.id, where, from: ${features} },
    });
    return { ...page, rows: rows.map(({ row }) => row) };
  },
};
`;

const test: Template = ({ area, feature, features, thing, manyWords, prefix }) => `\
import { ${features} } from '@atelier/contracts/${area}/${feature}';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../tests/client.ts';
import { startTestServer, type TestServer } from '../../../../tests/harness.ts';

const { endpoints } = ${features};

describe('${manyWords}', () => {
  let server: TestServer;
  let owner: Client;
  beforeAll(async () => {
    server = await startTestServer();
    owner = (await server.signUp()).client;
  });
  afterAll(() => server.close());

  it('are created, listed, read and removed', async () => {
    const made = await owner.call(endpoints.create, { body: { name: 'First' } });
    expect(made).toMatchObject({ name: 'First', abilities: { canRemove: true } });
    expect(made.${thing}Id).toMatch(/^${prefix}_/);
    const params = { id: made.${thing}Id };
    expect(await owner.call(endpoints.get, { params })).toEqual(made);
    expect(await owner.call(endpoints.list, {})).toEqual({ items: [made], nextCursor: null, total: 1 });
    await owner.call(endpoints.remove, { params });
    expect((await owner.send(endpoints.get, { params })).body.code).toBe('${feature}.not_found');
    expect((await owner.send(endpoints.remove, { params })).status).toBe(404);
  });

  it('are told apart by name, whatever the case', async () => {
    await owner.call(endpoints.create, { body: { name: 'Taken' } });
    const refused = await owner.send(endpoints.create, { body: { name: 'TAKEN' } });
    expect(refused).toMatchObject({ status: 409, body: { code: '${feature}.name_taken' } });
  });

  it('are invisible to another company', async () => {
    const { ${thing}Id } = await owner.call(endpoints.create, { body: { name: 'Secret' } });
    const stranger = (await server.signUp('Charles Babbage')).client;
    expect((await stranger.call(endpoints.list, {})).items).toEqual([]);
    expect((await stranger.send(endpoints.get, { params: { id: ${thing}Id } })).status).toBe(404);
  });
});
`;

const readme: Template = ({ feature, Features, manyWords, words }) => `\
# ${feature}

${Features.replace(/(?!^)([A-Z])/g, ' $1')} of a company.

- A ${words} has a name, which no other one of the company has, whatever the case.
- Members who have the permission \`${feature}:read\` see all ${manyWords}; \`${feature}:write\` creates and deletes them.
`;

/** The files of `apps/server/src/modules/<area>/<feature>`, by name. */
export const serverFiles = (names: Names): Record<string, string> => ({
  'module.ts': wiring(names),
  'routes.ts': routes(names),
  [`service/create-${names.file}.ts`]: create(names),
  'service/reads.ts': reads(names),
  [`service/remove-${names.file}.ts`]: remove(names),
  'policy.ts': policy(names),
  'present.ts': present(names),
  'tables.ts': tables(names),
  'repository.ts': repository(names),
  [`${names.feature}.int.test.ts`]: test(names),
  'README.md': readme(names),
});

/** The table, bound to its tenant. */
export const migration: Template = ({ table }) => `\
create table ${table} (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  id text not null,
  name text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index ${table}_name_taken on ${table} (tenant_id, lower(name));
create index ${table}_by_update on ${table} (tenant_id, updated_at desc, id);
select atelier.protect('${table}');
`;
