import { ByteReader } from '../binary/byte-reader.ts';
import { RetrievalError } from '../retrieval-error.ts';
import {
  type LexicalSegment,
  type PackedSegment,
  readPostings,
  unpackLexicalSegment,
  writeLexicalSegment,
} from './lexical-segment.ts';

const dropped = 0xffff_ffff;

/** Where one part keeps the postings of a term. */
type Source = { part: PackedSegment; renumbered: Uint32Array; count: number; start: number; size: number };

/**
 * One segment with the passages of all of them, in the given order; searching it equals searching the parts.
 * `keep` leaves passages out, so that a merge can also forget deleted ones.
 * @throws RetrievalError invalid_input without segments, language_mismatch, or as unpackLexicalSegment.
 */
export function mergeSegments(
  segments: readonly Uint8Array[],
  options: { keep?: (id: string) => boolean } = {},
): Uint8Array {
  const parts = segments.map(unpackLexicalSegment);
  const language = sharedLanguage(parts);
  const documents: LexicalSegment['documents'] = [];
  const sources = new Map<string, Source[]>();
  for (const part of parts) {
    const renumbered = new Uint32Array(part.ids.length).fill(dropped);
    part.ids.forEach((id, index) => {
      if (options.keep !== undefined && !options.keep(id)) return;
      renumbered[index] = documents.push({ id, length: part.lengths[index] ?? 0 }) - 1;
    });
    collectSources(part, renumbered, sources);
  }
  const isWhole = options.keep === undefined;
  const terms = [...sources.keys()].filter((term) => isWhole || sources.get(term)?.some(isNeeded));
  return writeLexicalSegment({ language, documents, terms }, (term, write) => {
    for (const source of sources.get(term) ?? []) copyPostings(source, write);
  });
}

function sharedLanguage(parts: readonly PackedSegment[]) {
  const language = parts[0]?.language;
  if (language === undefined)
    throw new RetrievalError('retrieval.invalid_input', 'There is nothing to merge.');
  for (const { language: other } of parts) {
    if (other === language) continue;
    throw new RetrievalError('retrieval.language_mismatch', 'Segments of two languages cannot be merged.', {
      first: language,
      other,
    });
  }
  return language;
}

function collectSources(part: PackedSegment, renumbered: Uint32Array, sources: Map<string, Source[]>): void {
  let start = 0;
  for (const [index, term] of part.terms.entries()) {
    const size = part.sizes[index] ?? 0;
    const source = { part, renumbered, count: part.counts[index] ?? 0, start, size };
    const list = sources.get(term);
    if (list === undefined) sources.set(term, [source]);
    else list.push(source);
    start += size;
  }
}

function copyPostings(source: Source, write: (document: number, frequency: number) => void): void {
  const { part, renumbered, count, start, size } = source;
  const reader = new ByteReader(part.postings.subarray(start, start + size));
  readPostings(reader, { count, documents: part.ids.length }, (document, frequency) => {
    const target = renumbered[document] ?? dropped;
    if (target !== dropped) write(target, frequency);
  });
}

function isNeeded(source: Source): boolean {
  let isKept = false;
  copyPostings(source, () => {
    isKept = true;
  });
  return isKept;
}
