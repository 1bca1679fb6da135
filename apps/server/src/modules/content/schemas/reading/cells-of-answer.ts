import type { Column } from '@atelier/contracts/content/schemas/schema-shapes';
import { cleanText } from '../../../../kernel/base/clean-text.ts';
import type { DocumentChunk, NewCell } from '../repository/cells.ts';
import { checkValue } from './check-value.ts';
import type { Answer } from './prompts.ts';

/** The span of a document that a value was read from. */
interface FoundQuote {
  chunkId: string;
  quote: string;
  start: number;
  end: number;
  page: number | null;
  second: number | null;
}

const longest = 600;

/** Writes one blank for each white space. Returns the text, and where each of its letters is in the given one. */
const squeeze = (text: string): { plain: string; places: number[] } => {
  let plain = '';
  const places: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    const isBlank = /\s/.test(sign);
    if (isBlank && plain.endsWith(' ')) continue;
    plain += isBlank ? ' ' : sign;
    places.push(at);
  }
  return { plain, places };
};

/**
 * Finds the span of a quote in a chunk. Only white space may differ. Returns undefined when the chunk does not contain it.
 */
export const findQuote = (chunk: DocumentChunk, quote: string): FoundQuote | undefined => {
  const words = quote.trim().slice(0, longest).split(/\s+/).filter(Boolean);
  if (words.length === 0) return undefined;
  const wanted = words.join(' ');
  const { plain, places } = squeeze(chunk.text);
  const found = plain.indexOf(wanted);
  if (found === -1) return undefined;
  const from = places[found] ?? 0;
  const text = chunk.text.slice(from, (places[found + wanted.length - 1] ?? 0) + 1);
  const at = chunk.startOffset + from;
  const { edited } = chunk;
  return {
    chunkId: chunk.id,
    quote: text,
    // A chunk written by hand differs from the document's text, so its whole span is given.
    start: edited ? chunk.startOffset : at,
    end: edited ? chunk.endOffset : at + text.length,
    page: chunk.page,
    second: chunk.second,
  };
};

const toColumnRef = ({ columnId, revision }: Column) => ({ columnId, columnRevision: revision });

export const failedCell = (column: Column, reader: NewCell['reader'], cause: string): NewCell => ({
  ...toColumnRef(column),
  state: 'FAILED',
  reader,
  value: null,
  cause: cleanText(cause),
});

export const missingCell = (column: Column, reader: NewCell['reader']): NewCell => ({
  ...toColumnRef(column),
  state: 'NOT_FOUND',
  reader,
  value: null,
});

const toCell = (
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
  return { ...toColumnRef(column), reader: 'MODEL', value, state: span ? 'FOUND' : 'UNVERIFIED', ...span };
};

/** Converts a model's answer into typed cells. A cell gets a source only if its quote occurs in the document. */
export const cellsOfAnswer = (
  { cells }: Answer,
  columns: readonly Column[],
  chunks: readonly DocumentChunk[],
): NewCell[] =>
  columns.map((column, at) =>
    toCell(
      column,
      cells.find((cell) => cell.column === at + 1),
      chunks,
    ),
  );
