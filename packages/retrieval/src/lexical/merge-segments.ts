import { ByteReader } from '../binary/byte-reader.ts';
import { RetrievalError } from '../retrieval-error.ts';
import {
  type LexicalSegment,
  type PackedSegment,
  readPostings,
  unpackLexicalSegment,
  writeSegment,
} from './lexical-segment.ts';

const dropped = 0xffff_ffff;

/** Where one part keeps the postings of a term. */
type Source = {
  part: PackedSegment;
  renumbered: Uint32Array;
  isWhole: boolean;
  count: number;
  start: number;
  size: number;
};

/** A segment that goes into another; `keeps` tells which of its chunks do, by their place in it. */
export type MergeSource = { bytes: Uint8Array; keeps?: (document: number, id: string) => boolean };

/**
 * One segment with the chunks of all of them, in the given order; searching it equals searching the parts.
 * `keep` leaves chunks out, so that a merge can also forget deleted ones.
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
 * The same for segments of which each says for itself what goes into the merged one.
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
  for (const [index, term] of part.terms.entries()) {
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
