import type { DocumentSection } from '@atelier/contracts/content/bases/import-shapes';
import { describePosition } from '@atelier/contracts/content/documents/document-position';
import type { z } from 'zod';

export type Section = z.infer<typeof DocumentSection>;

/** A stretch of a document's text, in characters from its beginning. */
export interface Span {
  start: number;
  end: number;
}

export interface TextPiece {
  text: string;
  isMarked: boolean;
}

/** Where to read on, and how many sections; sections are apart by at most this many characters. */
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

/** The place after what is there, or undefined at the end of the document. */
export const rangeAfter = ({ sections, sectionCount }: SourcePart): SectionRange | undefined => {
  const last = sections.at(-1);
  if (!last || last.ordinal + 1 >= sectionCount) return undefined;
  return { at: last.start + last.text.length + gap, sections: sectionsPerPage };
};

/** The place before what is there, or undefined at the beginning. */
export const rangeBefore = ({ sections }: SourcePart): SectionRange | undefined => {
  const first = sections[0];
  return !first || first.ordinal === 0 ? undefined : { at: first.start - 1, sections: sectionsPerPage };
};

/** The sections of several readings in their order, each once. */
export const joinSections = (parts: readonly SourcePart[]): Section[] => {
  const byOrdinal = new Map(parts.flatMap((part) => part.sections).map((each) => [each.ordinal, each]));
  return [...byOrdinal.values()].sort((a, b) => a.ordinal - b.ordinal);
};

/** A section's text, cut where the marked span begins and ends in it. */
export const markedPieces = (
  section: Pick<Section, 'start' | 'text'>,
  span: Span | undefined,
): TextPiece[] => {
  const { text, start } = section;
  const from = Math.max(0, (span?.start ?? 0) - start);
  const to = Math.min(text.length, (span?.end ?? 0) - start);
  if (span === undefined || to <= from) return [{ text, isMarked: false }];
  return [
    { text: text.slice(0, from), isMarked: false },
    { text: text.slice(from, to), isMarked: true },
    { text: text.slice(to), isMarked: false },
  ].filter((piece) => piece.text !== '');
};

/** What stands above a section where a new page, or stretch of a recording, begins: "Page 3", "12:05". */
export const headingAbove = (sections: readonly Section[], index: number): string | undefined => {
  const [before, section] = [sections[index - 1], sections[index]];
  const place = section && describePosition(section);
  return before && describePosition(before) === place ? undefined : place;
};

const before = 160;
const after = 280;

export interface Excerpt {
  pieces: TextPiece[];
  /** Whether something was left out before or after. */
  isCut: boolean;
}

const wordStart = (text: string, at: number): number => (at <= 0 ? 0 : text.indexOf(' ', at) + 1 || at);
const wordEnd = (text: string, at: number): number =>
  at >= text.length ? text.length : Math.max(text.lastIndexOf(' ', at), 0) || at;

const withoutBlankLines = (text: string): string => text.replaceAll(/\n\s*\n/g, '\n');

/** A chunk around its quote, the quote marked: the whole of it, or about six lines; without blank lines. */
export const excerptOf = (chunk: string, chunkQuote: string, isWhole: boolean): Excerpt => {
  const text = withoutBlankLines(chunk);
  const quote = withoutBlankLines(chunkQuote);
  const found = quote === '' ? -1 : text.indexOf(quote);
  const span = { start: Math.max(0, found), end: found < 0 ? 0 : found + quote.length };
  const from = isWhole || span.start <= before ? 0 : wordStart(text, span.start - before);
  const to = isWhole || span.end + after >= text.length ? text.length : wordEnd(text, span.end + after);
  const section = { start: from, text: text.slice(from, to) };
  return {
    pieces: markedPieces(section, found < 0 ? undefined : span),
    isCut: from > 0 || to < text.length,
  };
};
