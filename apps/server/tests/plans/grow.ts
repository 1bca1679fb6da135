import type { ClientBase } from 'pg';

interface Column {
  name: string;
  type: string;
  /** True for a column that PostgreSQL fills by itself. */
  isGenerated: boolean;
  /** The columns of each unique index that the column is part of. */
  keys: string[][];
  /** The table that the column's foreign key leads to, if the column has a foreign key of its own. */
  parents: string[];
}

const columnsOf = async (admin: ClientBase, table: string): Promise<Column[]> => {
  const { rows } = await admin.query<Column>(
    `select a.attname as name, format_type(a.atttypid, null) as type,
        a.attidentity <> '' or a.attgenerated <> '' as "isGenerated",
        coalesce((select jsonb_agg((select jsonb_agg(k.attname) from pg_attribute k
            where k.attrelid = i.indrelid and k.attnum = any (i.indkey::int2[])))
          from pg_index i where i.indrelid = a.attrelid and i.indisunique and a.attnum = any (i.indkey::int2[])), '[]') as keys,
        array(select f.confrelid::regclass::text from pg_constraint f
          where f.conrelid = a.attrelid and f.contype = 'f' and a.attnum = any (f.conkey)) as parents
      from pg_attribute a where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped`,
    [table],
  );
  return rows;
};

export interface Growth {
  /** Copies are made of the rows of this tenant. */
  tenantId: string;
  /** The approximate number of rows of the tenant in each table at the end. */
  rows: number;
  /** The number of other tenants with as many rows. */
  others: number;
  tables: readonly string[];
  /** A part of the copies' ids. A second growth needs a different one. */
  mark?: string;
}

/** Returns the text columns that get a different value in each copy of a row, so that the copy is a row of its own. */
const renamed = (columns: readonly Column[], grown: readonly string[]): string[] => {
  const follows = ({ parents }: Column) => parents.some((parent) => grown.includes(parent));
  const following = columns
    .filter((column) => column.name !== 'tenant_id' && follows(column))
    .map(({ name }) => name);
  const isFree = ({ type, parents, keys }: Column) =>
    type === 'text' &&
    parents.length === 0 &&
    keys.some((key) => !key.some((name) => following.includes(name)));
  const free = columns
    .filter((column) => column.name !== 'tenant_id' && isFree(column))
    .map(({ name }) => name);
  return [...following, ...free];
};

/**
 * Fills tables with copies of a tenant's rows: equally many of each row, for the tenant and for other tenants. Ids get the number of the
 * copy, which is the same in every table, so that a copied document has copied chunks. Runs as a superuser, without triggers and
 * constraints.
 */
export const growTables = async (
  admin: ClientBase,
  { tenantId, rows, others, tables, mark: growth = '' }: Growth,
): Promise<void> => {
  await admin.query('set session_replication_role = replica');
  for (const table of tables) {
    const columns = (await columnsOf(admin, table)).filter(({ isGenerated }) => !isGenerated);
    const changed = renamed(columns, tables);
    /** Copies differ by a mark and their number. */
    const copied = (mark: string, tenant: string) =>
      columns
        .map(({ name, type }) => {
          if (name === 'tenant_id') return tenant;
          if (changed.includes(name)) return `t.${name} || '${mark}' || n`;
          return type === 'timestamp with time zone' ? `t.${name} - n * interval '1 minute'` : `t.${name}`;
        })
        .join(', ');
    const names = columns.map(({ name }) => name).join(', ');
    const copy = (values: string, copies: number) =>
      admin.query(
        `insert into ${table} (${names}) select ${values} from ${table} t, generate_series(1, $2::int) n where tenant_id = $1`,
        [tenantId, copies],
      );
    const { rows: counted } = await admin.query<{ count: number }>(
      `select count(*)::int as count from ${table} where tenant_id = $1`,
      [tenantId],
    );
    const count = counted[0]?.count ?? 0;
    if (count === 0) throw new Error(`The tenant has no row of ${table} to copy.`);
    await copy(copied(`~${growth}`, 't.tenant_id'), Math.ceil(rows / count));
    await copy(copied(`^${growth}`, `'ten_grown${growth}' || n`), others);
  }
  await admin.query('reset session_replication_role');
};
