/** A comparison of a column with values. Texts are compared without regard to case. */
export const comparisons = [
  'eq',
  'ne',
  'lt',
  'lte',
  'gt',
  'gte',
  'contains',
  'in',
  'empty',
  'filled',
] as const;
export type Comparison = (typeof comparisons)[number];

export const aggregates = ['count', 'sum', 'average', 'max', 'min'] as const;
export type Aggregate = (typeof aggregates)[number];

export interface Condition {
  column: string;
  comparison: Comparison;
  /** One value, several for `in`, and none for `empty` and `filled`. */
  values: readonly string[];
}

/**
 * A question to a table. It selects rows by conditions that all have to hold, and shows their columns, or groups them and aggregates each
 * group. There is nothing else in it: no code, no expressions, no patterns.
 */
export interface TableQuery {
  where: readonly Condition[];
  /** The columns of the rows that are shown; unused with `aggregate`. */
  select: readonly string[];
  /** The columns whose values make the groups. */
  groupBy: readonly string[];
  /** Null shows rows. The column of `count` may be null. */
  aggregate: { kind: Aggregate; column: string | null } | null;
  /** Orders by a column, or by the aggregate, whose column is null. */
  orderBy: { column: string | null; descending: boolean } | null;
  limit: number;
}

/** The most rows that an answer shows, and the most columns. */
export const mostShown = { rows: 50, columns: 8 };

const comparisonWords: Readonly<Record<Comparison, string>> = {
  eq: 'is',
  ne: 'is not',
  lt: 'is less than',
  lte: 'is at most',
  gt: 'is more than',
  gte: 'is at least',
  contains: 'contains',
  in: 'is',
  empty: 'is empty',
  filled: 'is filled',
};

const conditionWords = ({ column, comparison, values }: Condition): string =>
  [`“${column}”`, comparisonWords[comparison], values.map((value) => `“${value}”`).join(' or ')]
    .filter((part) => part !== '')
    .join(' ');

const aggregateWords: Readonly<Record<Aggregate, string>> = {
  count: 'Number of rows',
  sum: 'Sum of',
  average: 'Average of',
  max: 'Largest value of',
  min: 'Smallest value of',
};

/** Returns the name of what is computed. */
export const aggregateName = ({ aggregate }: TableQuery): string => {
  if (aggregate === null) return 'Rows';
  const { kind, column } = aggregate;
  if (kind === 'count') return column === null ? aggregateWords.count : `Number of rows with “${column}”`;
  return `${aggregateWords[kind]} “${column ?? ''}”`;
};

const orderWords = (query: TableQuery): string => {
  const { orderBy, limit } = query;
  if (orderBy === null) return '';
  const by = orderBy.column === null ? 'the result' : `“${orderBy.column}”`;
  const first = query.aggregate === null || query.groupBy.length > 0 ? `, the first ${limit}` : '';
  return `, by ${by}, ${orderBy.descending ? 'largest' : 'smallest'} first${first}`;
};

/** Describes a query in words, so that a reader can tell what was computed. */
export const describeQuery = (query: TableQuery): string => {
  const groups = query.groupBy.map((column) => `“${column}”`).join(' and ');
  const where = query.where.map(conditionWords).join(' and ');
  return [
    aggregateName(query),
    groups === '' ? '' : ` for each ${groups}`,
    where === '' ? '' : `, where ${where}`,
    orderWords(query),
  ].join('');
};
