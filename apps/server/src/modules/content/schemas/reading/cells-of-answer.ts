import type { Column } from '@atelier/contracts/content/schemas/schema-shapes';
import { cleanText } from '../../../../kernel/base/clean-text.ts';
import type { DocumentChunk, NewCell } from '../repository/cells.ts';
import { checkValue } from './check-value.ts';
import { findQuote } from './find-quote.ts';
import type { Answer } from './prompts.ts';

const columnOf = ({ columnId, revision }: Column) => ({ columnId, columnRevision: revision });

export const failedCell = (column: Column, reader: NewCell['reader'], cause: string): NewCell => ({
  ...columnOf(column),
  state: 'FAILED',
  reader,
  value: null,
  cause: cleanText(cause),
});

export const missingCell = (column: Column, reader: NewCell['reader']): NewCell => ({
  ...columnOf(column),
  state: 'NOT_FOUND',
  reader,
  value: null,
});

const cellOf = (
  column: Column,
  said: Answer['cells'][number] | undefined,
  chunks: readonly DocumentChunk[],
): NewCell => {
  if (!said) return failedCell(column, 'MODEL', 'The model left this column out.');
  const value = checkValue(column, said.value);
  if (value === undefined) {
    const read = JSON.stringify(said.value).slice(0, 120);
    return failedCell(column, 'MODEL', `The model read ${read}, which does not fit the type of the column.`);
  }
  if (value === null || (Array.isArray(value) && value.length === 0)) return missingCell(column, 'MODEL');
  const chunk = chunks[(said.chunk ?? 0) - 1];
  const span = chunk && findQuote(chunk, said.quote ?? '');
  return { ...columnOf(column), reader: 'MODEL', value, state: span ? 'FOUND' : 'UNVERIFIED', ...span };
};

/** Converts a model's answer into typed cells. A cell gets a source only if its quote occurs in the document. */
export const cellsOfAnswer = (
  { cells }: Answer,
  columns: readonly Column[],
  chunks: readonly DocumentChunk[],
): NewCell[] =>
  columns.map((column, at) =>
    cellOf(
      column,
      cells.find((cell) => cell.column === at + 1),
      chunks,
    ),
  );
