import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgInsertValue, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { defineStatement, type Values } from '../db/define-statement.ts';
import type { TenantDb } from '../db/tenant-db.ts';

/** A table of things that users make. One that counts its changes has a column `revision`. */
export type EntityTable = PgTable & {
  id: PgColumn;
  name: PgColumn;
  updatedAt: PgColumn;
  revision?: PgColumn;
};

type Row<T extends EntityTable> = T['$inferSelect'];
export type NewRow<T extends EntityTable> = Omit<T['$inferInsert'], 'tenantId'>;

/** The types of drizzle do not follow a table that is a parameter. */
const rowsAs = <T extends EntityTable>(rows: unknown): Row<T>[] => rows as Row<T>[];
const valuesAs = (row: object): PgInsertValue<PgTable> => row as PgInsertValue<PgTable>;
const changeAs = (change: object): PgUpdateSetSource<PgTable> => change as PgUpdateSetSource<PgTable>;

/** Others may read a held row, and neither read nor change a locked one to change it, until the transaction ends. */
type Hold = 'share' | 'update' | undefined;

/**
 * The statements that the tables of all things have in common. A module extends it with those of its own table. `conditions` returns
 * the condition of a filter of its lists, and `visible` is the condition of the things that the actor may see.
 */
export class EntityRows<T extends EntityTable, Filter> {
  readonly table: T;
  readonly conditions: (filter: Filter) => SQL | undefined;

  readonly #byId = defineStatement(
    (db, { id }: Values<{ id: string }>, visible: SQL | undefined, hold: Hold) => {
      const { table } = this;
      const found = db
        .select()
        .from(table as PgTable)
        .where(and(eq(table.id, id), visible));
      return hold ? found.for(hold) : found;
    },
  );

  constructor(table: T, conditions: (filter: Filter) => SQL | undefined) {
    this.table = table;
    this.conditions = conditions;
  }

  async insert(db: TenantDb, row: NewRow<T>): Promise<Row<T> | undefined> {
    return rowsAs<T>(
      await db
        .insert(this.table as PgTable)
        .values(valuesAs(row))
        .returning(),
    )[0];
  }

  async find(db: TenantDb, id: string, visible?: SQL): Promise<Row<T> | undefined> {
    return rowsAs<T>(await this.#byId(db, { id }, visible, undefined))[0];
  }

  /** Finds a thing that stays as it is until the transaction ends. */
  async hold(db: TenantDb, id: string, visible?: SQL): Promise<Row<T> | undefined> {
    return rowsAs<T>(await this.#byId(db, { id }, visible, 'share'))[0];
  }

  /** Finds a thing that nobody else changes until the transaction ends. */
  async lock(db: TenantDb, id: string, visible?: SQL): Promise<Row<T> | undefined> {
    return rowsAs<T>(await this.#byId(db, { id }, visible, 'update'))[0];
  }

  async listByIds(db: TenantDb, ids: readonly string[], visible: SQL | undefined): Promise<Row<T>[]> {
    if (ids.length === 0) return [];
    const isWanted = and(inArray(this.table.id, [...ids]), visible);
    return rowsAs<T>(
      await db
        .select()
        .from(this.table as PgTable)
        .where(isWanted),
    );
  }

  /** Lists the things that were changed last. */
  async newest(db: TenantDb, filter: Filter, limit: number): Promise<Row<T>[]> {
    const found = db
      .select()
      .from(this.table as PgTable)
      .where(this.conditions(filter));
    return rowsAs<T>(await found.orderBy(desc(this.table.updatedAt)).limit(limit));
  }

  count(db: TenantDb, filter: Filter): Promise<number> {
    return db.$count(this.table, this.conditions(filter));
  }

  /** Returns true when a thing of the tenant has this name, whether or not the actor may see it. */
  async isNameTaken(db: TenantDb, name: string): Promise<boolean> {
    return (await db.$count(this.table, sql`lower(${this.table.name}) = lower(${name})`)) > 0;
  }

  async update(db: TenantDb, id: string, change: Partial<NewRow<T>>): Promise<Row<T> | undefined> {
    const { revision } = this.table;
    const counted = revision && { revision: sql`${revision} + 1` };
    const changed = db.update(this.table).set(changeAs({ ...change, ...counted, updatedAt: sql`now()` }));
    return rowsAs<T>(await changed.where(eq(this.table.id, id)).returning())[0];
  }

  /** Returns the removed row. */
  async remove(db: TenantDb, id: string): Promise<Row<T> | undefined> {
    return rowsAs<T>(
      await db
        .delete(this.table as PgTable)
        .where(eq(this.table.id, id))
        .returning(),
    )[0];
  }
}
