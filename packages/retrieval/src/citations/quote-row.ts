import { hasText } from '@atelier/contracts/fields/find-text';

/** A part of a text. */
interface Span {
  start: number;
  end: number;
}

interface Row extends Span {
  /** The cells; the first is the label of the row. */
  values: string[];
}

const named = /^[^:|]{1,120}: (\S.*)$/;
const isFigure = (cell: string): boolean =>
  /\p{N}/u.test(cell) && !/\p{L}/u.test(cell) && !/^\p{N}{4}$/u.test(cell);

/** Normalises words and numbers for comparison: `$ 40,665` becomes `40665`. */
const toPaddedWords = (text: string): string =>
  ` ${text
    .toLowerCase()
    .split(/[\s|;:]+/)
    .map((word) => word.replace(/[^\p{L}\p{N}]/gu, ''))
    .filter((word) => word !== '')
    .join(' ')} `;

/** Finds the rows of tables with cells between bars, without header rows. */
const barRows = (lines: readonly (Span & { text: string })[]): Row[] =>
  lines.flatMap(({ text, start, end }, at) => {
    if (!/ \| |^\| /.test(text)) return [];
    const values = text.replace(/^\|(.*)\|$/, '$1').split('|');
    const isFirst = !/ \| |^\| /.test(lines[at - 1]?.text ?? '');
    return isFirst && !values.slice(1).some((cell) => isFigure(cell.trim())) ? [] : [{ values, start, end }];
  });

/** Finds rows that are written as `name: value` lines between blank lines. */
const namedRows = (text: string): Row[] => {
  let start = 0;
  return text.split('\n\n').flatMap((part) => {
    const span = { start, end: start + part.length };
    start += part.length + 2;
    const lines = part.split('\n');
    const cells = lines.map((line) => named.exec(line)?.[1]);
    const isRow = lines.length > 1 && cells.every((cell, at) => cell !== undefined || at === 0);
    return isRow ? [{ ...span, values: cells.map((cell, at) => cell ?? lines[at] ?? '') }] : [];
  });
};

const splitLines = (text: string) => {
  let start = 0;
  return text.split('\n').map((line) => {
    const span = { text: line, start, end: start + line.length };
    start += line.length + 1;
    return span;
  });
};

/**
 * Finds the table row that a sentence mentions: the sentence contains its label and at least one more cell. Comparing all words
 * would find the header instead, because every sentence about a row also contains the names of columns.
 */
export function findSpokenRow(text: string, sentence: string): Span | undefined {
  const said = toPaddedWords(sentence);
  const isSaid = (value: string): boolean =>
    toPaddedWords(value).trim() !== '' && hasText(said, toPaddedWords(value));
  let best: Row | undefined;
  let most = 1;
  for (const row of [...barRows(splitLines(text)), ...namedRows(text)]) {
    const [label = '', ...rest] = row.values;
    const count = isSaid(label) ? 1 + rest.filter(isSaid).length : 0;
    if (count > most) [best, most] = [row, count];
  }
  return best && { start: best.start, end: best.end };
}
