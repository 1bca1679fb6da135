import { and, desc, eq, ilike, type SQL, sql } from 'drizzle-orm';
import { containing } from '../../../../kernel/db/containing.ts';
import { type Page, type PageOrder, placeColumns, readPage } from '../../../../kernel/db/paging.ts';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { type AgentMemoryRow, agentMemories, agents } from '../tables.ts';
import type { Person } from './person.ts';

/** The most facts that an agent keeps about one person. */
export const mostFacts = 100;

export interface ListedMemory {
  row: AgentMemoryRow;
  agentName: string;
}

const sortable = {
  updatedAt: sql`${agentMemories.updatedAt}`,
  agent: sql`lower(${agents.name})`,
};

/** Binds the transaction to a person: the policy of the table shows it their rows alone. */
const bind = (db: TenantDb, { id }: Person) => db.execute(sql`select set_config('app.person', ${id}, true)`);

const chooseOwnerColumn = ({ kind }: Person) =>
  kind === 'MEMBER' ? agentMemories.userId : agentMemories.appUserId;

const conditions = (
  person: Person,
  { agentId, search }: { agentId?: string | undefined; search?: string | undefined } = {},
) =>
  and(
    eq(chooseOwnerColumn(person), person.id),
    agentId === undefined ? undefined : eq(agentMemories.agentId, agentId),
    search ? ilike(agentMemories.fact, containing(search)) : undefined,
  );

const ofAgent = eq(agents.id, agentMemories.agentId);

/** The facts that agents remember about a person. Each function binds the transaction to that person first. */
export const memoryRepository = {
  /** Lists the newest facts of one agent. */
  async listNewest(db: TenantDb, person: Person, agentId: string): Promise<AgentMemoryRow[]> {
    await bind(db, person);
    return db
      .select()
      .from(agentMemories)
      .where(conditions(person, { agentId }))
      .orderBy(desc(agentMemories.updatedAt), desc(agentMemories.id))
      .limit(mostFacts);
  },

  async list(
    db: TenantDb,
    person: Person,
    query: PageOrder<keyof typeof sortable> & { agentId?: string | undefined; search?: string | undefined },
  ): Promise<Page<ListedMemory>> {
    await bind(db, person);
    const key: SQL = sortable[query.sort];
    const selected = db
      .select({ row: agentMemories, agentName: agents.name, ...placeColumns(key, agentMemories.id) })
      .from(agentMemories)
      .innerJoin(agents, ofAgent);
    return readPage(db, selected, {
      page: query,
      key,
      id: agentMemories.id,
      where: conditions(person, query),
      from: agentMemories,
    });
  },

  async count(db: TenantDb, person: Person, agentId: string): Promise<number> {
    await bind(db, person);
    return db.$count(agentMemories, conditions(person, { agentId }));
  },

  /** Adds a fact, once for each id. */
  async insert(
    db: TenantDb,
    person: Person,
    row: Omit<typeof agentMemories.$inferInsert, 'tenantId' | 'userId' | 'appUserId'>,
  ): Promise<void> {
    await bind(db, person);
    const about = person.kind === 'MEMBER' ? { userId: person.id } : { appUserId: person.id };
    await db
      .insert(agentMemories)
      .values({ ...row, ...about })
      .onConflictDoNothing();
  },

  /** Returns the changed fact; undefined when there is none. */
  async update(
    db: TenantDb,
    person: Person,
    id: string,
    change: Partial<Pick<AgentMemoryRow, 'fact' | 'isForeign' | 'runId'>>,
  ): Promise<AgentMemoryRow | undefined> {
    await bind(db, person);
    const [row] = await db
      .update(agentMemories)
      .set({ ...change, updatedAt: sql`now()` })
      .where(and(conditions(person), eq(agentMemories.id, id)))
      .returning();
    return row;
  },

  /** Returns false when there is no such fact. `agentId` names the agent that must have it. */
  async remove(db: TenantDb, person: Person, id: string, agentId?: string): Promise<boolean> {
    await bind(db, person);
    const removed = await db
      .delete(agentMemories)
      .where(and(eq(agentMemories.id, id), conditions(person, { agentId })))
      .returning({ id: agentMemories.id });
    return removed.length > 0;
  },

  /** Deletes the facts of one agent, or of all. Returns how many there were. */
  async removeAll(db: TenantDb, person: Person, agentId: string | undefined): Promise<number> {
    await bind(db, person);
    const removed = await db
      .delete(agentMemories)
      .where(conditions(person, { agentId }))
      .returning({ id: agentMemories.id });
    return removed.length;
  },
};
