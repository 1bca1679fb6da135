import { countTokens } from '@atelier/documents/chunking';
import { newId } from '../../../../kernel/base/ids.ts';
import type { ChunkRow, NewChunk } from '../../documents/declarations.ts';
import { chunkWriting } from '../../documents/index.ts';

type Old = Pick<
  ChunkRow,
  | 'text'
  | 'heading'
  | 'page'
  | 'pageEnd'
  | 'second'
  | 'secondEnd'
  | 'startOffset'
  | 'endOffset'
  | 'contentHash'
  | 'tokens'
  | 'edited'
>;

export type CarriedChunk = NewChunk & { edited: boolean };

/** Returns the position (page or second) at an offset of the document's text. */
type PositionAt = (offset: number) => Pick<ChunkRow, 'page' | 'second'>;

interface Range {
  from: number;
  to: number;
}

const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/** Returns the spans of the text that no chunk contains, because their chunks were deleted by hand. */
const gapsIn = (text: string, old: readonly Old[]): Range[] => {
  const gaps: Range[] = [];
  let end = 0;
  const note = (to: number) => {
    if (to > end && hasWords(text.slice(end, to))) gaps.push({ from: end, to });
  };
  for (const { startOffset, endOffset } of [...old].sort((a, b) => a.startOffset - b.startOffset)) {
    note(startOffset);
    end = Math.max(end, endOffset);
  }
  note(text.length);
  return gaps;
};

/** Returns the part of a chunk between two offsets; undefined when it contains no words. */
const cutChunk = (
  chunk: CarriedChunk,
  { from, to }: Range,
  positionAt: PositionAt,
): CarriedChunk | undefined => {
  const raw = chunk.text.slice(from - chunk.startOffset, to - chunk.startOffset);
  const text = raw.trim();
  if (!hasWords(text)) return undefined;
  const startOffset = from + (raw.length - raw.trimStart().length);
  const endOffset = startOffset + text.length;
  const { page, second } = positionAt(startOffset);
  const end = positionAt(endOffset - 1);
  return {
    ...chunk,
    id: newId('chk'),
    text,
    tokens: countTokens(text),
    page,
    pageEnd: end.page === page ? null : end.page,
    second,
    secondEnd: end.second === second ? null : end.second,
    startOffset,
    endOffset,
    contentHash: chunkWriting.hashOf({ text, ...(chunk.heading === null ? {} : { heading: chunk.heading }) }),
  };
};

/** Returns the parts of a chunk outside a range. */
const without = (chunk: CarriedChunk, { from, to }: Range, positionAt: PositionAt): CarriedChunk[] => {
  const { startOffset, endOffset } = chunk;
  if (endOffset <= from || startOffset >= to) return [chunk];
  const parts: Range[] = [
    { from: startOffset, to: Math.max(startOffset, from) },
    { from: Math.min(endOffset, to), to: endOffset },
  ];
  return parts.flatMap((part) => cutChunk(chunk, part, positionAt) ?? []);
};

/**
 * Applies manual changes to chunks that were made again from the same text. A chunk written by hand keeps its position and replaces the
 * text there; deleted chunks stay deleted.
 */
export const carryHandwritten = (
  fresh: readonly NewChunk[],
  { text, old, positionAt }: { text: string; old: readonly Old[]; positionAt: PositionAt },
): CarriedChunk[] => {
  const written = old.filter(({ edited }) => edited);
  const replaced = written.map(({ startOffset: from, endOffset: to }) => ({ from, to }));
  let chunks: CarriedChunk[] = fresh.map((chunk) => ({ ...chunk, edited: false }));
  for (const range of [...replaced.filter(({ from, to }) => to > from), ...gapsIn(text, old)])
    chunks = chunks.flatMap((chunk) => without(chunk, range, positionAt));
  const carried = written.map((chunk) => ({ ...chunk, id: newId('chk'), ordinal: 0, edited: true }));
  return [...chunks, ...carried]
    .sort((a, b) => a.startOffset - b.startOffset || a.endOffset - b.endOffset)
    .map((chunk, ordinal) => ({ ...chunk, ordinal }));
};
