import type { Column } from '@atelier/contracts/content/schemas/schema-shapes';
import type { DocumentChunk, NewCell } from '../repository/cells.ts';
import { checkValue, findQuote, missingCell } from './cells-of-answer.ts';

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

interface Line {
  quote: string;
  value: string;
}

/** Removes Markdown marks from both ends of a text. Reads each character once, because lines of underscores may be long. */
const without = (text: string, before: RegExp, after: RegExp): string => {
  let [from, to] = [0, text.length];
  while (from < to && before.test(text.charAt(from))) from += 1;
  while (to > from && after.test(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
};

const longestLabel = 80;

/** Finds labelled lines such as `Invoice number: 4711`, also as list items, in bold or as table cells. */
const labelled = (text: string, name: string): Line[] =>
  text.split('\n').flatMap((line) => {
    const bare = without(line, /[\s>*_|-]/, /[\s|*_]/);
    const at = bare.search(/[:|]/);
    const label = without(bare.slice(0, Math.max(0, at)), /$./, /[\s*_]/);
    const value = without(bare.slice(at + 1), /[\s*_|]/, /$./);
    const isMeant = label.length <= longestLabel && plain(label) === plain(name) && value !== '';
    return isMeant ? [{ quote: line.trim(), value }] : [];
  });

// Lengths are limited as in the standards, so that no text makes the matching slow.
const emailAddress = /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/u;

const candidates = (text: string, { name, type }: Column): Line[] => {
  const lines = labelled(text, name);
  if (lines.length > 0 || type !== 'TEXT' || !/e-?mail/i.test(name)) return lines;
  const found = emailAddress.exec(text)?.[0];
  return found === undefined ? [] : [{ quote: found, value: found }];
};

const readColumn = (column: Column, chunks: readonly DocumentChunk[]): NewCell => {
  for (const chunk of chunks)
    for (const { quote, value: raw } of candidates(chunk.text, column)) {
      const value = checkValue(column, raw);
      const span = findQuote(chunk, quote);
      if (value === undefined || value === null || !span) continue;
      const { columnId, revision } = column;
      return { columnId, columnRevision: revision, state: 'FOUND', reader: 'RULES', value, ...span };
    }
  return missingCell(column, 'RULES');
};

/** Reads cells without a model, from lines labelled with the column's name and from e-mail addresses. */
export const readByRules = (columns: readonly Column[], chunks: readonly DocumentChunk[]): NewCell[] =>
  columns.map((column) => readColumn(column, chunks));
