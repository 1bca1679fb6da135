import { ByteReader, unpackStrings } from '../binary/byte-reader.ts';
import { RetrievalError } from '../retrieval-error.ts';
import {
  type LexicalSegment,
  type PackedSegment,
  unpackLexicalSegment,
  writeSegment,
} from './lexical-segment.ts';
import { readPostings } from './postings-code.ts';

const dropped = 0xffff_ffff;

/** The postings of one term in one of the segments to merge. */
type Source = {
  part: PackedSegment;
  renumbered: Uint32Array;
  isWhole: boolean;
  count: number;
  start: number;
  size: number;
};

/** A segment to merge. `keeps` returns true for the chunks to keep, by index and id; without it, all are kept. */
export type MergeSource = { bytes: Uint8Array; keeps?: (document: number, id: string) => boolean };

/**
 * Merges segments into one, with their chunks in the given order; a search gives the same hits as in the parts. `keep` can leave
 * out chunks, so that a merge also removes deleted ones.
 * @throws RetrievalError invalid_input without segments, language_mismatch, or as unpackLexicalSegment.
 */
export function mergeSegments(
  segments: readonly Uint8Array[],
  options: { keep?: (id: string) => boolean } = {},
): Uint8Array {
  const { keep } = options;
  const keeps = keep && ((_: number, id: string) => keep(id));
  return mergeSources(segments.map((bytes) => (keeps ? { bytes, keeps } : { bytes })));
}

/**
 * Merges segments, each with its own choice of chunks to keep.
 * @throws RetrievalError as mergeSegments.
 */
export function mergeSources(sources: readonly MergeSource[]): Uint8Array {
  const parts: PackedSegment[] = [];
  const documents: LexicalSegment['documents'] = [];
  const postings = new Map<string, Source[]>();
  for (const { bytes, keeps } of sources) {
    const part = unpackLexicalSegment(bytes);
    parts.push(part);
    const renumbered = new Uint32Array(part.ids.length).fill(dropped);
    part.ids.forEach((id, index) => {
      if (keeps !== undefined && !keeps(index, id)) return;
      renumbered[index] = documents.push({ id, length: part.lengths[index] ?? 0 }) - 1;
    });
    collectSources(part, renumbered, postings);
  }
  const language = sharedLanguage(parts);
  const terms: string[] = [];
  for (const [term, list] of postings) {
    if (list.some(isNeeded)) terms.push(term);
  }
  return writeSegment({ language, documents, terms: terms.sort() }, (term, write) => {
    for (const source of postings.get(term) ?? []) copyPostings(source, write);
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
  const isWhole = !renumbered.includes(dropped);
  let start = 0;
  for (const [index, term] of unpackStrings(part.terms).entries()) {
    const size = part.sizes[index] ?? 0;
    const source = { part, renumbered, isWhole, count: part.counts[index] ?? 0, start, size };
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
  if (source.isWhole) return true;
  let isKept = false;
  copyPostings(source, () => {
    isKept = true;
  });
  return isKept;
}
