import { and, eq, type SQL, sql } from 'drizzle-orm';
import type {
  PgColumn,
  PgInsertValue,
  PgTable,
  PgUpdateSetSource,
  SelectedFields,
} from 'drizzle-orm/pg-core';
import { defineStatement, type Values } from '../../../kernel/db/define-statement.ts';
import { type Page, placeColumns, readPage } from '../../../kernel/db/paging.ts';
import type { TenantDb } from '../../../kernel/db/tenant-db.ts';
import { userProfiles } from '../../account/identity/declarations.ts';

/** The part of a version that the versions of all things have. A draft changes until it is published, which locks it. */
export interface VersionState {
  id: string;
  number: number;
  state: 'DRAFT' | 'LOCKED';
  revision: number;
  updatedBy: string;
  updatedAt: Date;
}

/** A version with the name of who saved it last. */
export interface Named<Row> {
  row: Row;
  authorName: string | null;
}

type VersionTable = PgTable & Record<keyof VersionState, PgColumn>;

interface VersionsOf {
  table: VersionTable;
  /** The name and the column of the id of the thing. */
  of: [name: string, column: PgColumn];
  /** The columns that lists of versions show, besides those that all versions have. */
  shown: SelectedFields;
}

/** The types of drizzle do not follow a table that is a parameter. */
const rowsAs = <Row>(rows: unknown): Row[] => rows as Row[];
const valuesAs = (row: object): PgInsertValue<PgTable> => row as PgInsertValue<PgTable>;
const changeAs = (change: object): PgUpdateSetSource<PgTable> => change as PgUpdateSetSource<PgTable>;

/** The statements about the versions of one kind of thing. `Content` has the columns that a draft changes. */
export class VersionRows<Row extends VersionState, Content extends object, Line extends VersionState = Row> {
  readonly #about: VersionsOf;
  readonly #author: SQL;

  readonly #byId = defineStatement((db, { thingId, id }: Values<{ thingId: string; id: string }>) => {
    const { table, of } = this.#about;
    return db
      .select({ row: table, authorName: this.#author })
      .from(table as PgTable)
      .where(and(eq(of[1], thingId), eq(table.id, id)));
  });

  constructor(about: VersionsOf) {
    this.#about = about;
    this.#author = sql`(select p.name from ${userProfiles} p where p.id = ${about.table.updatedBy})`;
  }

  /** Stores a draft. */
  async insert(
    db: TenantDb,
    thingId: string,
    row: Content & Pick<VersionState, 'id' | 'number' | 'revision' | 'updatedBy'>,
  ): Promise<void> {
    const { table, of } = this.#about;
    await db.insert(table as PgTable).values(valuesAs({ ...row, [of[0]]: thingId }));
  }

  async find(db: TenantDb, thingId: string, id: string): Promise<Named<Row> | undefined> {
    return rowsAs<Named<Row>>(await this.#byId(db, { thingId, id }))[0];
  }

  async findNumber(db: TenantDb, thingId: string, number: number): Promise<Row | undefined> {
    const { table, of } = this.#about;
    const isWanted = and(eq(of[1], thingId), eq(table.number, number));
    return rowsAs<Row>(
      await db
        .select()
        .from(table as PgTable)
        .where(isWanted),
    )[0];
  }

  async saveDraft(db: TenantDb, id: string, saved: Content & { updatedBy: string }): Promise<void> {
    const { table } = this.#about;
    const revision = sql`${table.revision} + 1`;
    const change = changeAs({ ...saved, revision, updatedAt: sql`now()` });
    await db.update(table).set(change).where(eq(table.id, id));
  }

  /** Locks a draft with the content that is published. */
  async lock(db: TenantDb, id: string, content: Content): Promise<void> {
    const { table } = this.#about;
    const change = changeAs({ ...content, state: 'LOCKED', updatedAt: sql`now()` });
    await db.update(table).set(change).where(eq(table.id, id));
  }

  count(db: TenantDb, thingId: string): Promise<number> {
    const { table, of } = this.#about;
    return db.$count(table, eq(of[1], thingId));
  }

  /** Lists the versions of a thing, newest first. */
  async list(
    db: TenantDb,
    thingId: string,
    query: { cursor?: string | undefined; limit: number },
  ): Promise<Page<Line & { authorName: string | null }>> {
    const { table, of, shown } = this.#about;
    const { id, number, state, revision, updatedBy, updatedAt } = table;
    const key = sql`${number}`;
    const columns = { id, number, state, revision, updatedBy, updatedAt, authorName: this.#author, ...shown };
    const selected = db.select({ ...columns, ...placeColumns(key, id) }).from(table as PgTable);
    const page = { ...query, sort: 'number', order: 'desc' as const };
    const { rows, ...rest } = await readPage(db, selected, {
      ...{ page, key, id, where: eq(of[1], thingId), from: table },
    });
    return { ...rest, rows: rowsAs<Line & { authorName: string | null }>(rows) };
  }
}
