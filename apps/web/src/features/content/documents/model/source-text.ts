import type { DocumentSection } from '@atelier/contracts/content/bases/import-shapes';
import type { z } from 'zod';
import { markChunk, type Piece } from '../../../../lib/source/mark-chunk.ts';

export type Section = z.infer<typeof DocumentSection>;

/** A part of a document's text, as offsets in characters. */
export interface Span {
  start: number;
  end: number;
}

/**
 * The offset at which reading continues, and the number of sections to read. Consecutive sections are at most this many characters apart.
 */
export interface SectionRange {
  at: number;
  sections: number;
}

const gap = 2;
const sectionsPerPage = 4;

interface SourcePart {
  sections: readonly Section[];
  sectionCount: number;
}

/** Returns the range after the loaded sections; undefined at the end of the document. */
export const rangeAfter = ({ sections, sectionCount }: SourcePart): SectionRange | undefined => {
  const last = sections.at(-1);
  if (!last || last.ordinal + 1 >= sectionCount) return undefined;
  return { at: last.start + last.text.length + gap, sections: sectionsPerPage };
};

/** Returns the range before the loaded sections; undefined at the beginning. */
export const rangeBefore = ({ sections }: SourcePart): SectionRange | undefined => {
  const first = sections[0];
  return !first || first.ordinal === 0 ? undefined : { at: first.start - 1, sections: sectionsPerPage };
};

/** Joins the sections of several replies in their order, without duplicates. */
export const joinSections = (parts: readonly SourcePart[]): Section[] => {
  const byOrdinal = new Map(parts.flatMap((part) => part.sections).map((each) => [each.ordinal, each]));
  return [...byOrdinal.values()].sort((a, b) => a.ordinal - b.ordinal);
};

const before = 160;
const after = 280;

export interface Excerpt {
  pieces: Piece[];
  /** True when text was left out before or after. */
  isCut: boolean;
}

const wordStart = (text: string, at: number): number => (at <= 0 ? 0 : text.indexOf(' ', at) + 1 || at);
const wordEnd = (text: string, at: number): number =>
  at >= text.length ? text.length : Math.max(text.lastIndexOf(' ', at), 0) || at;

const withoutBlankLines = (text: string): string => text.replaceAll(/\n\s*\n/g, '\n');

/** Shows a chunk with its quote marked, without blank lines: the whole chunk, or about six lines around the quote. */
export const makeExcerpt = (chunk: string, chunkQuote: string, isWhole: boolean): Excerpt => {
  const text = withoutBlankLines(chunk);
  const quote = withoutBlankLines(chunkQuote);
  const found = quote === '' ? -1 : text.indexOf(quote);
  const span = { start: Math.max(0, found), end: found < 0 ? 0 : found + quote.length };
  const from = isWhole || span.start <= before ? 0 : wordStart(text, span.start - before);
  const to = isWhole || span.end + after >= text.length ? text.length : wordEnd(text, span.end + after);
  const section = { start: from, text: text.slice(from, to) };
  return {
    pieces: markChunk(section, span),
    isCut: from > 0 || to < text.length,
  };
};
