import type { Connector } from '../connector.ts';
import { type SqlDialect, type SqlLimits, sqlLimits } from './sql/dialect.ts';
import { createSqlConnector } from './sql/sql-connector.ts';

/** Selects a table by its schema and name in the catalogue of PostgreSQL. */
const ofTable = `from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  join pg_catalog.pg_attribute a on a.attrelid = c.oid`;

const dialect: SqlDialect = {
  type: 'POSTGRESQL',
  title: 'PostgreSQL',
  description: 'Rows of a table, a view or a query as documents.',
  help: [
    "Let an administrator make a user who may only read: `create role atelier login password '…';` then `grant usage on schema public to atelier;` and `grant select on articles to atelier;`",
    'Make a **connection** with host, port (5432 unless changed), database, user and password. The certificate of the server is checked; paste the one of your authority if it is your own.',
    'The database must be reachable from here. An address inside a private network has to be permitted by your operator.',
    'Choose a table and its columns, or write one **SELECT** with `$1`, `$2` … for values. It runs in a transaction that can change nothing.',
    'Choose the columns of id and title, and write how a row reads as text, with `{{column}}` where a value belongs.',
    'For a table that grows, choose a column such as the time of the last change: then each reading brings only what is new.',
    'Click **Test**: it names the first document.',
  ],
  port: 5432,
  begin: ({ statementMs, idleMs }) => [
    'begin transaction isolation level repeatable read read only',
    `set local statement_timeout = ${Math.trunc(statementMs)}`,
    `set local idle_in_transaction_session_timeout = ${Math.trunc(idleMs)}`,
    'set local lock_timeout = 10000',
    'set local default_transaction_read_only = on',
    `set local datestyle = 'ISO'`,
    `set local timezone = 'UTC'`,
    `set local bytea_output = 'hex'`,
  ],
  tables: `select n.nspname as schema, c.relname as name
    from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition
      and n.nspname <> 'information_schema' and n.nspname !~ '^pg_'
      and has_schema_privilege(n.oid, 'usage')
      and (has_table_privilege(c.oid, 'select') or has_any_column_privilege(c.oid, 'select'))
    order by n.nspname <> 'public', n.nspname, c.relname limit 1000`,
  columns: `select a.attname as name ${ofTable}
    where n.nspname = $1 and c.relname = $2 and a.attnum > 0 and not a.attisdropped
      and c.relkind in ('r', 'p', 'v', 'm', 'f') and has_schema_privilege(n.oid, 'usage')
      and has_column_privilege(c.oid, a.attnum, 'select')
    order by a.attnum`,
  primaryKey: `select a.attname as name ${ofTable}
    join pg_catalog.pg_index i on i.indrelid = c.oid and i.indisprimary and a.attnum = any (i.indkey)
    where n.nspname = $1 and c.relname = $2
    order by array_position(i.indkey::int2[], a.attnum)`,
};

/** The connector for PostgreSQL. Tests create it with other limits. */
export const createPostgresql = (limits: SqlLimits = sqlLimits): Connector =>
  createSqlConnector(dialect, limits);
