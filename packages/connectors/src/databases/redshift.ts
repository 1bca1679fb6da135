import type { Connector } from '../connector.ts';
import { type SqlDialect, type SqlLimits, sqlLimits } from './sql/dialect.ts';
import { createSqlConnector } from './sql/sql-connector.ts';

/** Queries that every user may run and that PostgreSQL supports too, so Redshift's own catalogues are not needed. */
const dialect: SqlDialect = {
  type: 'REDSHIFT',
  title: 'AWS RedShift',
  description: 'Rows of a table, a view or a query of a data warehouse as documents.',
  help: [
    "Let an administrator make a user who may only read: `create user atelier password '…';` then `grant usage on schema public to atelier;` and `grant select on articles to atelier;`",
    'In the AWS console, open the cluster or workgroup and copy the **endpoint**: host, port (5439 unless changed) and database. It must be publicly accessible, and its security group must let Atelier in.',
    'Make a **connection** with them, user and password. The certificate of the server is checked; download the **Redshift CA bundle** of AWS and paste it if it is not trusted.',
    'Choose a table and its columns, or write one **SELECT** with `$1`, `$2` … for values. It runs in a transaction that can change nothing.',
    'Choose the columns of the id: RedShift does not enforce primary keys, so none is taken by itself.',
    'For a table that grows, choose a column such as the time of the last change: then each reading brings only what is new.',
    'Click **Test**: it names the first document.',
  ],
  port: 5439,
  begin: ({ statementMs }) => [
    'begin read only',
    `set statement_timeout to ${Math.trunc(statementMs)}`,
    `set datestyle to 'ISO'`,
    `set timezone to 'UTC'`,
  ],
  tables: `select table_schema as schema, table_name as name from information_schema.tables
    where table_schema not in ('information_schema', 'pg_catalog', 'pg_internal')
    order by table_schema, table_name limit 1000`,
  columns: `select column_name as name from information_schema.columns
    where table_schema = $1 and table_name = $2 order by ordinal_position`,
};

/** The connector for Amazon Redshift. Tests create it with other limits. */
export const createRedshift = (limits: SqlLimits = sqlLimits): Connector =>
  createSqlConnector(dialect, limits);
