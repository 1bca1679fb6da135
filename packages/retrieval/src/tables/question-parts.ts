import type { Columns } from './columns.ts';
import { findPhrase, splitPhrase, use, type Word } from './question-words.ts';
import type { Table } from './read-tables.ts';
import type { Aggregate, Comparison, Condition } from './table-query.ts';

export type Operation = Aggregate | 'list';

/** The longest phrases come first. */
const operations: readonly (readonly [phrase: string, operation: Operation])[] = [
  ['how many', 'count'],
  ['number of', 'count'],
  ['count', 'count'],
  ['least expensive', 'min'],
  ['most expensive', 'max'],
  ['highest', 'max'],
  ['largest', 'max'],
  ['biggest', 'max'],
  ['greatest', 'max'],
  ['maximum', 'max'],
  ['latest', 'max'],
  ['lowest', 'min'],
  ['smallest', 'min'],
  ['minimum', 'min'],
  ['cheapest', 'min'],
  ['earliest', 'min'],
  ['average', 'average'],
  ['mean of', 'average'],
  ['total', 'sum'],
  ['sum', 'sum'],
  ['list', 'list'],
  ['show', 'list'],
  ['which', 'list'],
];

const comparisonPhrases: readonly (readonly [phrase: string, comparison: Comparison])[] = [
  ['more than', 'gt'],
  ['greater than', 'gt'],
  ['higher than', 'gt'],
  ['larger than', 'gt'],
  ['less than', 'lt'],
  ['lower than', 'lt'],
  ['smaller than', 'lt'],
  ['fewer than', 'lt'],
  ['at least', 'gte'],
  ['at most', 'lte'],
  ['up to', 'lte'],
  ['over', 'gt'],
  ['above', 'gt'],
  ['after', 'gt'],
  ['since', 'gte'],
  ['under', 'lt'],
  ['below', 'lt'],
  ['before', 'lt'],
];

const groupPhrases = ['for each', 'in each', 'of each', 'for every', 'per', 'each', 'by'];

/** Words that turn a question into one that the rules do not understand. */
const refused = new Set([
  'not',
  'no',
  'without',
  'except',
  'or',
  'than',
  'between',
  'percentage',
  'why',
  'never',
]);

/** The most different values of a table that are looked for in a question. */
const mostValues = 200_000;

export interface Reading {
  words: Word[];
  table: Table;
  columns: Columns;
  /** The columns that the question names, with the places of their names. */
  named: { column: number; at: number }[];
}

const take = (words: Word[], phrase: string): number => {
  const parts = splitPhrase(phrase);
  const at = findPhrase(words, parts);
  if (at >= 0) use(words, at, parts.length);
  return at;
};

export const nameColumns = ({ words, table, named }: Reading): void => {
  const phrases = table.columns
    .map((name, column) => ({ column, phrase: splitPhrase(name) }))
    .filter(({ phrase }) => phrase.length > 0)
    .sort((one, other) => other.phrase.length - one.phrase.length);
  for (const { column, phrase } of phrases) {
    const at = findPhrase(words, phrase);
    if (at < 0) continue;
    use(words, at, phrase.length);
    named.push({ column, at });
  }
};

const firstSign = /[\p{L}\p{M}\p{N}]/u;

/** Returns a quick test that most values fail which are not in the question: whether any of its words begins as the value does. */
const createStartMatcher = (words: readonly Word[]): ((value: string) => boolean) => {
  const toFirstSign = (text: string) => firstSign.exec(text)?.[0].normalize('NFKC').toLowerCase();
  const signs = new Set(words.map(({ written }) => toFirstSign(written)));
  return (value) => signs.has(toFirstSign(value));
};

/** Finds values of text columns in the question. Several values of one column mean any of them. */
export const findValues = ({ words, table, columns }: Reading): Condition[] => {
  const conditions: Condition[] = [];
  const mayBeNamed = createStartMatcher(words);
  let left = mostValues;
  for (const [column, name] of table.columns.entries()) {
    if (columns.columnValuesFor(column).kind !== 'text') continue;
    const values = new Set<string>();
    for (const { cells } of table.rows) {
      const value = cells[column]?.trim() ?? '';
      if (value !== '' && value.length <= 100 && mayBeNamed(value)) values.add(value);
      if (values.size >= left) break;
    }
    left -= values.size;
    const found = [...values]
      .map((value) => ({ value, phrase: splitPhrase(value) }))
      .sort((one, other) => other.phrase.length - one.phrase.length)
      .filter(({ phrase }) => {
        const at = phrase.join('').length < 2 ? -1 : findPhrase(words, phrase);
        if (at >= 0) use(words, at, phrase.length);
        return at >= 0;
      })
      .map(({ value }) => value);
    if (found.length > 0)
      conditions.push({ column: name, comparison: found.length > 1 ? 'in' : 'eq', values: found });
  }
  return conditions;
};

/** Returns the column that a comparison at a place means: the one that is named before it, otherwise the only one with such values. */
const comparedColumn = (
  { named, table, columns }: Reading,
  place: number,
  value: string,
): number | undefined => {
  const fits = (column: number) => columns.columnValuesFor(column).read(value) !== undefined;
  const before = named.filter(({ at, column }) => at < place && fits(column)).sort((a, b) => b.at - a.at);
  if (before[0]) return before[0].column;
  const fitting = table.columns.flatMap((_name, column) => (fits(column) ? [column] : []));
  return fitting.length === 1 ? fitting[0] : undefined;
};

/** Finds comparisons such as `over 100`. Returns undefined where one is not understood. */
export const findComparisons = (
  reading: Reading,
): { conditions: Condition[]; columns: Set<number> } | undefined => {
  const conditions: Condition[] = [];
  const compared = new Set<number>();
  for (const [phrase, comparison] of comparisonPhrases) {
    const parts = splitPhrase(phrase);
    const at = findPhrase(reading.words, parts);
    if (at < 0) continue;
    const value = reading.words[at + parts.length];
    const column = value && comparedColumn(reading, at, value.written);
    if (value === undefined || column === undefined) return undefined;
    use(reading.words, at, parts.length + 1);
    compared.add(column);
    conditions.push({ column: reading.table.columns[column] ?? '', comparison, values: [value.written] });
  }
  return { conditions, columns: compared };
};

export const findGroup = ({ words, named }: Reading): number | undefined => {
  for (const phrase of groupPhrases) {
    const parts = splitPhrase(phrase);
    const at = findPhrase(words, parts);
    const group = at < 0 ? undefined : named.find((each) => each.at === at + parts.length);
    if (!group) continue;
    use(words, at, parts.length);
    return group.column;
  }
  return undefined;
};

export const findOperation = (words: Word[]): Operation | undefined =>
  operations.find(([phrase]) => take(words, phrase) >= 0)?.[1];

/** Finds `top 5` and `first 5`. */
export const findLimit = (words: Word[]): number | undefined => {
  for (const phrase of ['top', 'first']) {
    const at = findPhrase(words, [phrase]);
    const limit = Number(words[at + 1]?.text);
    if (at < 0 || !Number.isInteger(limit) || limit < 1) continue;
    use(words, at, 2);
    return limit;
  }
  return undefined;
};

/** True when nothing is left that the query would have to account for: a number, a name, or a word that changes the meaning. */
export const isWhole = (words: readonly Word[]): boolean =>
  words.every(
    ({ text, written, isUsed }, at) =>
      isUsed || !(/\p{N}/u.test(written) || refused.has(text) || (at > 0 && /^\p{Lu}/u.test(written))),
  );

/** Returns the column that is computed with: the only one that the question names, otherwise the only one with numbers. */
export const measured = (
  { named, table, columns }: Reading,
  others: ReadonlySet<number>,
): number | undefined => {
  const isNumeric = (column: number) =>
    !others.has(column) && columns.columnValuesFor(column).kind !== 'text';
  const candidates = named.map(({ column }) => column).filter(isNumeric);
  const only = candidates.length > 0 ? candidates : table.columns.map((_name, at) => at).filter(isNumeric);
  return only.length === 1 ? only[0] : undefined;
};
