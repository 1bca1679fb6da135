import { Columns } from './columns.ts';
import {
  findComparisons,
  findGroup,
  findLimit,
  findOperation,
  findValues,
  isWhole,
  measured,
  nameColumns,
  type Operation,
  type Reading,
} from './question-parts.ts';
import { splitQuestionWords } from './question-words.ts';
import type { Table } from './read-tables.ts';
import type { Condition, TableQuery } from './table-query.ts';

/** A query that rules made of a question in English, with the number of words that it accounts for. */
export interface Plan {
  query: TableQuery;
  score: number;
}

const blank: TableQuery = { where: [], select: [], groupBy: [], aggregate: null, orderBy: null, limit: 50 };

interface Found {
  operation: Operation;
  where: Condition[];
  group: number | undefined;
  limit: number | undefined;
  measure: number | undefined;
}

/** The largest and the smallest value are shown with their rows. */
const extreme = ({ table }: Reading, { operation, where, limit = 1 }: Found, name: string): TableQuery => ({
  ...blank,
  where,
  select: [...new Set([...table.columns.slice(0, 6), name])],
  orderBy: { column: name, descending: operation !== 'min' },
  limit,
});

const counted = ({ named }: Reading, { where, group }: Found, groupBy: string[]): TableQuery | undefined => {
  const isAbout = where.length > 0 || group !== undefined || named.length > 0;
  return isAbout ? { ...blank, where, groupBy, aggregate: { kind: 'count', column: null } } : undefined;
};

/** Counts and lists need no column with numbers. */
const withoutMeasure = (reading: Reading, found: Found, groupBy: string[]): TableQuery | undefined => {
  if (found.operation === 'count') return counted(reading, found, groupBy);
  return found.where.length === 0 ? undefined : { ...blank, where: found.where };
};

const withMeasure = (reading: Reading, found: Found, groupBy: string[]): TableQuery | undefined => {
  const { operation, where, limit, measure } = found;
  const name = measure === undefined ? undefined : reading.table.columns[measure];
  if (name === undefined) return undefined;
  const isSummed = operation === 'sum' || operation === 'average';
  const isAggregated = operation !== 'count' && operation !== 'list' && (isSummed || groupBy.length > 0);
  if (limit !== undefined || !isAggregated) return extreme(reading, found, name);
  return { ...blank, where, groupBy, aggregate: { kind: operation, column: name } };
};

const buildQuery = (reading: Reading, found: Found): TableQuery | undefined => {
  const { operation, group, limit } = found;
  const groupBy = group === undefined ? [] : [reading.table.columns[group] ?? ''];
  return limit === undefined && (operation === 'count' || operation === 'list')
    ? withoutMeasure(reading, found, groupBy)
    : withMeasure(reading, found, groupBy);
};

/**
 * Makes a query of a question in plain English: a count, a sum, an average, an extreme or a list, with conditions that name values of the
 * table. Returns undefined where anything in the question is not understood, because a wrong figure is worse than none.
 */
export const planByRules = (question: string, table: Table): Plan | undefined => {
  const reading: Reading = {
    words: splitQuestionWords(question),
    table,
    columns: new Columns(table),
    named: [],
  };
  const { words } = reading;
  const limit = findLimit(words);
  const operation = findOperation(words) ?? (limit === undefined ? undefined : 'max');
  if (operation === undefined) return undefined;
  nameColumns(reading);
  const group = limit === undefined ? findGroup(reading) : undefined;
  const compared = findComparisons(reading);
  if (compared === undefined) return undefined;
  const where = [...findValues(reading), ...compared.conditions];
  if (!isWhole(words)) return undefined;
  const others = new Set([...compared.columns, ...(group === undefined ? [] : [group])]);
  const measure = measured(reading, others);
  const query = buildQuery(reading, { operation, where, group, limit, measure });
  return query && { query, score: words.filter(({ isUsed }) => isUsed).length };
};
