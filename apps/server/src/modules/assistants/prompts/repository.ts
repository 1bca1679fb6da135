import type { PromptRole, PromptStatus } from '@atelier/contracts/assistants/prompts/prompt-shapes';
import { and, desc, eq, getTableColumns, ilike, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { containing } from '../../../kernel/db/containing.ts';
import { type Page, type PageOrder, placeColumns, readPage } from '../../../kernel/db/paging.ts';
import type { TenantDb } from '../../../kernel/db/tenant-db.ts';
import { EntityRows } from '../../../kernel/entities/entity-rows.ts';
import { userProfiles } from '../../account/identity/declarations.ts';
import { type PromptRow, type PromptVersionRow, prompts, promptVersions } from './tables.ts';

const sortable = {
  name: sql`lower(${prompts.name})`,
  addedOn: sql`${prompts.createdAt}`,
  modifiedOn: sql`${prompts.updatedAt}`,
};

export interface PromptFilter {
  search?: string | undefined;
  status?: PromptStatus | undefined;
  role?: PromptRole | undefined;
  visible?: SQL | undefined;
}

const conditions = ({ search, status, role, visible }: PromptFilter): SQL | undefined =>
  and(
    visible,
    role ? eq(prompts.role, role) : undefined,
    status === 'Draft' ? isNull(prompts.version) : undefined,
    status === 'Published' ? isNotNull(prompts.version) : undefined,
    search ? ilike(prompts.name, containing(search)) : undefined,
  );

export type NewPromptRow = Omit<typeof prompts.$inferInsert, 'tenantId'>;
export type NamedPrompt = PromptRow & { author: string | null };
export type NamedVersion = PromptVersionRow & { publisher: string | null };

const author = sql<string | null>`(select p.name from ${userProfiles} p where p.id = ${prompts.createdBy})`;
const publisher = sql<
  string | null
>`(select p.name from ${userProfiles} p where p.id = ${promptVersions.publishedBy})`;

export const promptRepository = Object.assign(new EntityRows(prompts, conditions), {
  async findNamed(db: TenantDb, id: string, visible: SQL | undefined): Promise<NamedPrompt | undefined> {
    const [found] = await db
      .select({ row: prompts, author })
      .from(prompts)
      .where(and(eq(prompts.id, id), visible));
    return found && { ...found.row, author: found.author };
  },

  list(
    db: TenantDb,
    filter: PromptFilter,
    order: PageOrder<keyof typeof sortable>,
  ): Promise<Page<PromptRow>> {
    const where = conditions(filter);
    const key = sortable[order.sort];
    const selected = db
      .select({ ...getTableColumns(prompts), ...placeColumns(key, prompts.id) })
      .from(prompts);
    return readPage(db, selected, { page: order, key, id: prompts.id, where, from: prompts });
  },

  insertVersion: (db: TenantDb, row: Omit<typeof promptVersions.$inferInsert, 'tenantId'>) =>
    db.insert(promptVersions).values(row),

  async versions(db: TenantDb, promptId: string): Promise<NamedVersion[]> {
    const rows = await db
      .select({ row: promptVersions, publisher })
      .from(promptVersions)
      .where(eq(promptVersions.promptId, promptId))
      .orderBy(desc(promptVersions.number))
      .limit(500);
    return rows.map(({ row, publisher: name }) => ({ ...row, publisher: name }));
  },

  async findVersion(db: TenantDb, promptId: string, number: number): Promise<PromptVersionRow | undefined> {
    const [row] = await db
      .select()
      .from(promptVersions)
      .where(and(eq(promptVersions.promptId, promptId), eq(promptVersions.number, number)));
    return row;
  },
});
