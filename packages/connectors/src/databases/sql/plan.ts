import { pathsIn, steps } from '../../api/lookup.ts';
import { ConnectorError } from '../../connector.ts';
import { refuse } from '../entry.ts';
import type { SqlDialect } from './dialect.ts';
import type { SqlSession } from './session.ts';
import type { SqlChoice } from './settings.ts';
import { buildSelect, parseTableName, type RowSource, sourceOfQuery, sourceOfTable } from './statement.ts';
import { distinctNames } from './values.ts';

/** The selection and the ids of rows, and the names of their documents. */
export interface Plan {
  source: RowSource;
  idColumns: readonly string[];
  /** Columns that give a table the same order each time. A query has an order of its own. */
  order: readonly string[];
  /** The columns to show; empty means all. */
  shown: readonly string[];
  what: string;
}

const listColumnNames = async (
  session: SqlSession,
  statement: string,
  choice: SqlChoice,
): Promise<string[]> => {
  const { schema, name } = parseTableName(choice.table);
  return (await session.query<{ name: string }>(statement, [schema, name])).map((row) => row.name);
};

/** Returns the columns of the selected rows. Throws ConnectorError `sources.not_found`. */
export const listResultColumns = async (
  session: SqlSession,
  dialect: SqlDialect,
  choice: SqlChoice,
): Promise<string[]> => {
  if (choice.from === 'QUERY') {
    const { text, values } = buildSelect(sourceOfQuery(choice), { order: [], limit: 0 });
    for await (const { fields } of session.stream(text, values))
      return distinctNames(fields.map(({ name }) => name));
    return [];
  }
  const columns = await listColumnNames(session, dialect.columns, choice);
  if (columns.length > 0) return columns;
  throw new ConnectorError(
    'sources.not_found',
    `${parseTableName(choice.table).name} is not there, or the user may not read it. Please choose another table, or let an administrator grant SELECT.`,
  );
};

const firstUnknown = (wanted: readonly string[], columns: readonly string[]) =>
  wanted.find((name) => name !== '' && !columns.includes(name));

/** Refuses a template with a column that is not read, which would be empty in every document. */
const checkTemplate = ({ template }: SqlChoice, columns: readonly string[]): void => {
  const isRead = (path: string) => {
    const [first = ''] = steps(path);
    return first === '' || columns.includes(first) || columns.includes(path.trim());
  };
  const unknown = pathsIn(template).find((path) => !isRead(path));
  if (unknown !== undefined)
    refuse(`The text of a document names {{${unknown}}}, but no such column is read. Please correct it.`);
};

const checkColumns = (choice: SqlChoice, columns: readonly string[]): void => {
  const { idColumns, titleColumn, cursorColumn } = choice;
  const unknown = firstUnknown([...choice.columns, ...idColumns, titleColumn, cursorColumn], columns);
  if (unknown !== undefined)
    refuse(`There is no column “${unknown}” any more, or the user may not read it. Please choose another.`);
};

const planTable = async (session: SqlSession, dialect: SqlDialect, choice: SqlChoice): Promise<Plan> => {
  const columns = await listResultColumns(session, dialect, choice);
  checkColumns(choice, columns);
  const isChosen = choice.idColumns.length > 0 || !dialect.primaryKey;
  const key = isChosen ? choice.idColumns : await listColumnNames(session, dialect.primaryKey ?? '', choice);
  const idColumns = key.every((name) => columns.includes(name)) ? key : [];
  const table = parseTableName(choice.table);
  const needed = [...choice.columns, ...idColumns, choice.titleColumn, choice.cursorColumn];
  const read = choice.columns.length === 0 ? columns : [...new Set(needed)].filter((name) => name !== '');
  checkTemplate(choice, read);
  return {
    source: sourceOfTable(table, read),
    idColumns,
    order: idColumns,
    shown: choice.columns,
    what: table.name,
  };
};

const planQuery = async (session: SqlSession, dialect: SqlDialect, given: SqlChoice): Promise<Plan> => {
  // Columns that were chosen for a table earlier do not apply to a query.
  const choice = { ...given, columns: [] };
  const columns = await listResultColumns(session, dialect, choice);
  checkColumns(choice, columns);
  checkTemplate(choice, columns);
  return { source: sourceOfQuery(choice), idColumns: choice.idColumns, order: [], shown: [], what: 'Row' };
};

/** Plans a sync. Throws ConnectorError when rows cannot be identified although they must be. */
export const planReading = async (
  session: SqlSession,
  dialect: SqlDialect,
  choice: SqlChoice,
): Promise<Plan> => {
  const plan = await (choice.from === 'TABLE' ? planTable : planQuery)(session, dialect, choice);
  if (choice.cursorColumn !== '' && plan.idColumns.length === 0)
    refuse(
      'To read only new rows, Atelier needs the columns that identify a row. Please choose the columns of its id.',
    );
  return plan;
};
