import type { FieldOption } from '@atelier/contracts/fields/fields';
import type { Connector, ConnectorInput, ConnectorIo } from '../../connector.ts';
import type { SqlDialect, SqlLimits } from './dialect.ts';
import { listResultColumns, planReading } from './plan.ts';
import { documentOfRow, readNew, readWhole, streamRows, toEntrySettings } from './rows.ts';
import { openSession, type SqlSession } from './session.ts';
import { connectionFields, readChoice, type SqlChoice, settingsFields } from './settings.ts';
import { type SqlContext, sqlFailure } from './sql-failure.ts';
import { buildSelect, parseTableName, sourceOfQuery, type TableName, tableValue } from './statement.ts';

/** The longest time for a statement while a user waits at a form. */
const formMs = 20_000;

interface SqlWay {
  dialect: SqlDialect;
  limits: SqlLimits;
}

const toSqlContext = (
  { connection }: ConnectorInput,
  { title }: SqlDialect,
  choice?: SqlChoice,
): SqlContext => ({
  title,
  host: typeof connection['host'] === 'string' ? connection['host'] : title,
  ...(choice?.from === 'QUERY' ? { query: sourceOfQuery(choice).query ?? { text: '', offset: 0 } } : {}),
});

const listTables = (session: SqlSession, { tables }: SqlDialect) =>
  session.query<{ schema: string; name: string }>(tables);

const readServerVersion = async (session: SqlSession, title: string): Promise<string> => {
  const [row] = await session.query<{ version: string }>('select version() as version');
  const said = row?.version ?? '';
  const found = /Redshift ([\d.]+)/.exec(said) ?? /PostgreSQL ([\d.]+)/.exec(said);
  return `${title} ${found?.[1] ?? ''}`.trim();
};

const describeTables = async (session: SqlSession, dialect: SqlDialect): Promise<string> => {
  const version = await readServerVersion(session, dialect.title);
  const { length } = await listTables(session, dialect);
  const found = length === 1 ? 'one table' : `${length.toLocaleString('en')} tables`;
  return `${version} answers. The user “${session.user}” can read ${found}.`;
};

const describeRows = async (session: SqlSession, { dialect, limits }: SqlWay, choice: SqlChoice) => {
  const version = await readServerVersion(session, dialect.title);
  const plan = await planReading(session, dialect, choice);
  const statement = buildSelect(plan.source, { order: plan.order, limit: 1 });
  for await (const row of streamRows(session, statement)) {
    const document = documentOfRow(row, plan, toEntrySettings(choice, plan, limits.longest));
    const columns = row.raw.size === 1 ? 'one column' : `${row.raw.size} columns`;
    if (document.kind === 'item')
      return `${version} answers with ${columns}. The first row becomes “${document.item.name}”.`;
    if (document.kind === 'skipped')
      return `${version} answers with ${columns}, but the first row is left out: ${document.reason}`;
  }
  return `${version} answers, with no row so far.`;
};

const tableOption = ({ schema, name }: TableName): FieldOption => ({
  value: tableValue({ schema, name }),
  label: schema === 'public' ? name : `${schema}.${name}`,
});

/** Returns the choice so far; undefined while the form is incomplete, because it then has no columns. */
const halfChoice = (settings: ConnectorInput['settings']): SqlChoice | undefined => {
  const from = settings['from'] ?? 'TABLE';
  const isReady = settings[from === 'QUERY' ? 'query' : 'table'];
  if (typeof isReady !== 'string' || isReady.trim() === '') return undefined;
  const { table, query, parameters } = settings;
  return readChoice({ from, table: table ?? '', query: query ?? '', parameters: parameters ?? [] });
};

const listOptions = async (
  session: SqlSession,
  dialect: SqlDialect,
  { field, choice }: { field: string; choice: SqlChoice | undefined },
): Promise<FieldOption[]> => {
  if (field === 'table') return (await listTables(session, dialect)).map(tableOption);
  if (!choice) return [];
  const columns = await listResultColumns(session, dialect, choice);
  return columns.map((name) => ({ value: name, label: name }));
};

/** Creates a connector for databases that speak the protocol of PostgreSQL. */
export const createSqlConnector = (dialect: SqlDialect, limits: SqlLimits): Connector => {
  const way = { dialect, limits: { ...limits, statementMs: Math.min(limits.statementMs, formMs) } };
  /** Runs work for a form in a session, which is closed in any case. */
  const ask = async <T>(
    io: ConnectorIo,
    input: ConnectorInput,
    choice: SqlChoice | undefined,
    work: (session: SqlSession) => Promise<T>,
  ): Promise<T> => {
    let session: SqlSession | undefined;
    try {
      session = await openSession(io, input.connection, way);
      return await work(session);
    } catch (error) {
      io.signal.throwIfAborted();
      throw sqlFailure(error, toSqlContext(input, dialect, choice));
    } finally {
      await session?.close();
    }
  };
  return {
    type: dialect.type,
    title: dialect.title,
    description: dialect.description,
    help: dialect.help,
    service: 'DATABASE',
    connectionFields: connectionFields(dialect),
    settingsFields,
    check: ({ settings }) => {
      const choice = readChoice(settings);
      if (choice.from === 'TABLE') parseTableName(choice.table);
    },
    test: (io, input) => {
      const choice = Object.keys(input.settings).length === 0 ? undefined : readChoice(input.settings);
      return ask(io, input, choice, (session) =>
        choice ? describeRows(session, way, choice) : describeTables(session, dialect),
      );
    },
    options: async (io, input, field) => {
      const choice = halfChoice(input.settings);
      const list = (session: SqlSession) => listOptions(session, dialect, { field, choice });
      return field === 'table' || choice ? ask(io, input, choice, list) : [];
    },
    read: async function* (io, input, cursor) {
      const choice = readChoice(input.settings);
      let session: SqlSession | undefined;
      try {
        session = await openSession(io, input.connection, { dialect, limits });
        const plan = await planReading(session, dialect, choice);
        const reading = { session, choice, plan, longest: limits.longest, maxItems: input.maxItems };
        return yield* choice.cursorColumn === '' ? readWhole(reading) : readNew(reading, cursor);
      } catch (error) {
        io.signal.throwIfAborted();
        throw sqlFailure(error, toSqlContext(input, dialect, choice));
      } finally {
        await session?.close();
      }
    },
  };
};
