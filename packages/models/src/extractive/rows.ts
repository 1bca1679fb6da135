import type { IndexedSentence, SentenceIndex } from './index-sentences.ts';
import type { Question } from './question.ts';
import type { Cell } from './table-rows.ts';

/** The stems that a document's rows need not repeat, by its name. */
type NamesOfDocuments = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Returns for each document with rows the stems of its title, and the names in the question that stand in its text but are the label of none
 * of its rows: a table of Apple does not repeat that it is Apple's, while `Japan` beside a row `Japan` is what was asked for.
 */
export const namesOfDocuments = ({ sentences }: SentenceIndex, { names }: Question): NamesOfDocuments => {
  const all = Map.groupBy(sentences, ({ chunk }) => chunk.documentName);
  const withRows = [...all].filter(([, parts]) => parts.some(({ cells }) => cells));
  return new Map(
    withRows.map(([document, parts]) => {
      const isLabelled = (name: string) =>
        parts.some(({ labelStems }) => labelStems.has(name) && labelStems.isSubsetOf(names));
      const isSaid = (name: string) =>
        parts.some(({ cells, stems, headingStems }) => headingStems.has(name) || (!cells && stems.has(name)));
      const owners = [...names].filter((name) => isSaid(name) && !isLabelled(name));
      return [document, new Set([...(parts[0]?.titleStems ?? []), ...owners])];
    }),
  );
};

/** Words of `how high`, `how large`, which ask for a figure and are in no row. */
const sizes: ReadonlySet<string> = new Set(['high', 'larg', 'big', 'great']);

const year = /^(?:19|20)\d\d$/;

/** Returns true for a question for an amount, and for one with a year that asks for nothing else: `accounts payable of Apple on July 1, 2023`. */
const asksFigure = ({ wanted, keys }: Question): boolean =>
  wanted === 'amount' || (wanted === undefined && [...keys].some((key) => year.test(key)));

/**
 * Returns how well a row of figures fits a question for a figure, from 0 to 1: the share of its label that was asked for, times the share of
 * the question's words that it holds beside those that its document is known by. Words that no sentence has do not tell rows apart.
 */
export const fitOfRow = (row: IndexedSentence, wish: Wish): number => {
  const { cells = [], labelStems } = row;
  const { question } = wish;
  const values = cells.slice(1);
  const hasFigure = values.some(({ value }) => /\p{N}/u.test(value));
  if (labelStems.size === 0 || !hasFigure || !asksFigure(question)) return 0;
  const asked = question.terms.filter(({ stem }) => labelStems.has(stem)).length / labelStems.size;
  const factors = periodFactor(row.stems, question) * unitFactor(values) * groupFactor(row, question);
  return shareHeld(row, wish) * asked * factors;
};

const shareHeld = (
  { stems, contextStems }: IndexedSentence,
  { question, weights, known, has }: Wish,
): number => {
  const telling = question.terms
    .map(({ stem, weight }, at) => ({ stem, isOwn: weight === 1, weight: weights[at] ?? 0 }))
    .filter(({ stem, isOwn }) => isOwn && has(stem) && !known.has(stem) && !sizes.has(stem));
  const sum = (terms: typeof telling) => terms.reduce((total, { weight }) => total + weight, 0);
  const held = telling.filter(({ stem }) => stems.has(stem) || contextStems.has(stem));
  return telling.length === 0 ? 0 : sum(held) / sum(telling);
};

/** The loss of a row for each word of its group that was not asked for: `AWS` under `Growth` fits worse than `AWS` under `Net sales`. */
const unaskedInGroup = 0.02;
const mostUnasked = 8;

const groupFactor = ({ groupStems }: IndexedSentence, { terms }: Question): number => {
  const asked = terms.filter(({ stem }) => groupStems.has(stem)).length;
  return 1 - unaskedInGroup * Math.min(mostUnasked, groupStems.size - asked);
};

/** Multiplies the score of a row of percentages, because such a row often has the same label as a row of amounts. */
const percentages = 0.9;
const share = /^[^$€£]*(?:%|\bp(?:oin)?ts?\b|^\(?\d{1,2}\.\d\)?$)/;

const unitFactor = (values: readonly Cell[]): number =>
  values.every(({ value }) => share.test(value)) ? percentages : 1;

/** Multiplies the score of a row with columns for the year to date, but none for the quarter that was asked for. */
const otherPeriod = 0.5;
const longPeriods = ['six', 'nine', 'twelv'];

const periodFactor = (stems: IndexedSentence['stems'], { terms }: Question): number => {
  const asksQuarter = terms.some(({ stem }) => stem === 'quarter');
  return asksQuarter && !stems.has('quarter') && longPeriods.some((stem) => stems.has(stem))
    ? otherPeriod
    : 1;
};

/** A question with the weights of its terms, and what the document of a row is known by. */
interface Wish {
  question: Question;
  weights: readonly number[];
  known: ReadonlySet<string>;
  has: SentenceIndex['has'];
}
