import type { Column } from '@atelier/contracts';
import type { DocumentPassage } from '../../knowledge/index.ts';
import type { NewCell } from '../repository/cells.ts';
import { missingCell } from './cells-of-answer.ts';
import { checkValue } from './check-value.ts';
import { findQuote } from './find-quote.ts';

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

interface Line {
  quote: string;
  value: string;
}

/** `Invoice number: 4711`, also as a list item, in bold or as cells of a table. */
const labelled = (text: string, name: string): Line[] =>
  text.split('\n').flatMap((line) => {
    const found = /^[\s>*_|-]*([^:|]{1,80}?)[\s*_]*[:|][\s*_|]*(.+?)[\s|*_]*$/u.exec(line);
    const [, label = '', value = ''] = found ?? [];
    return plain(label) === plain(name) && value !== '' ? [{ quote: line.trim(), value }] : [];
  });

const emailAddress = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/u;

const candidates = (text: string, { name, type }: Column): Line[] => {
  const lines = labelled(text, name);
  if (lines.length > 0 || type !== 'TEXT' || !/e-?mail/i.test(name)) return lines;
  const found = emailAddress.exec(text)?.[0];
  return found === undefined ? [] : [{ quote: found, value: found }];
};

const readColumn = (column: Column, passages: readonly DocumentPassage[]): NewCell => {
  for (const passage of passages)
    for (const { quote, value: raw } of candidates(passage.text, column)) {
      const value = checkValue(column, raw);
      const place = findQuote(passage, quote);
      if (value === undefined || value === null || !place) continue;
      const { columnId, revision } = column;
      return { columnId, columnRevision: revision, state: 'FOUND', reader: 'RULES', value, ...place };
    }
  return missingCell(column, 'RULES');
};

/** Reads without a model: lines that are labelled with the column's name, and e-mail addresses. */
export const readByRules = (columns: readonly Column[], passages: readonly DocumentPassage[]): NewCell[] =>
  columns.map((column) => readColumn(column, passages));
