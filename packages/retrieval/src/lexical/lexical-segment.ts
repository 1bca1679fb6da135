import { analyze } from '../analysis/analyze.ts';
import { isLanguage, type Language } from '../analysis/languages.ts';
import {
  ByteReader,
  corrupt,
  type PackedStrings,
  packStrings,
  unpackStrings,
} from '../binary/byte-reader.ts';
import { ByteWriter } from '../binary/byte-writer.ts';
import { type FrameKind, openFrame, sealFrame } from '../binary/sealed-frame.ts';

/** A chunk to index. `id` is unique over all live segments of an index. */
export type LexicalDocument = { id: string; text: string; heading?: string };

/** An unpacked segment. `document` is an index into `documents`; `length` counts weighted terms. */
export type LexicalSegment = {
  language: Language;
  documents: Array<{ id: string; length: number }>;
  terms: Array<{ term: string; postings: Posting[] }>;
};

export type Posting = { document: number; frequency: number };

/** Weight of a term in the heading compared to one in the text: simple BM25F (Robertson, Zaragoza, Taylor 2004). */
export const headingWeight = 2;

const kind: FrameKind = { magic: 'ATLX', version: 1 };

/**
 * Analyses chunks and packs them into one immutable segment: language, ids, lengths, sorted dictionary, and per
 * term the postings as document deltas and frequencies in varints.
 */
export function encodeLexicalSegment(
  documents: readonly LexicalDocument[],
  options: { language?: Language } = {},
): Uint8Array {
  const language = options.language ?? 'english';
  const postings = new Map<string, Posting[]>();
  const lengths: number[] = [];
  documents.forEach((source, document) => {
    const frequencies = countTerms(source, language);
    let length = 0;
    for (const [term, frequency] of frequencies) {
      length += frequency;
      const list = postings.get(term);
      if (list === undefined) postings.set(term, [{ document, frequency }]);
      else list.push({ document, frequency });
    }
    lengths.push(length);
  });
  return packLexicalSegment({
    language,
    documents: documents.map(({ id }, index) => ({ id, length: lengths[index] ?? 0 })),
    terms: [...postings].map(([term, list]) => ({ term, postings: list })),
  });
}

function countTerms(source: LexicalDocument, language: Language): Map<string, number> {
  const frequencies = new Map<string, number>();
  const add = (text: string, weight: number) => {
    for (const term of analyze(text, { language }))
      frequencies.set(term, (frequencies.get(term) ?? 0) + weight);
  };
  add(source.text, 1);
  if (source.heading !== undefined) add(source.heading, headingWeight);
  return frequencies;
}

/** Packs an expanded segment. Postings must be in document order; terms may come in any order. */
export function packLexicalSegment({ language, documents, terms }: LexicalSegment): Uint8Array {
  const lists = new Map(terms.map(({ term, postings }) => [term, postings]));
  const sorted = [...lists.keys()].sort();
  return writeSegment({ language, documents, terms: sorted }, (term, write) => {
    for (const { document, frequency } of lists.get(term) ?? []) write(document, frequency);
  });
}

type EachPosting = (term: string, write: (document: number, frequency: number) => void) => void;

/**
 * Writes a segment from sorted terms. Postings are produced term by term, so that they are never all in memory as objects.
 */
export function writeSegment(
  { language, documents, terms }: Omit<LexicalSegment, 'terms'> & { terms: readonly string[] },
  eachPosting: EachPosting,
): Uint8Array {
  const head = new ByteWriter();
  const sizes = new ByteWriter();
  const body = new ByteWriter();
  let count = 0;
  let previous = 0;
  const write = (document: number, frequency: number) => {
    body.varint(document - previous);
    body.varint(frequency);
    previous = document;
    count += 1;
  };
  head.string(language);
  head.strings(documents.map(({ id }) => id));
  for (const { length } of documents) head.varint(length);
  head.strings(terms);
  for (const term of terms) {
    const start = body.length;
    count = 0;
    previous = 0;
    eachPosting(term, write);
    sizes.varint(count);
    sizes.varint(body.length - start);
  }
  head.raw(sizes.view());
  head.raw(body.view());
  return sealFrame(kind, head.view());
}

/** A segment in its encoded form: the postings of term `i` are `counts[i]` pairs in `sizes[i]` bytes of `postings`. */
export type PackedSegment = {
  language: Language;
  ids: string[];
  lengths: Uint32Array;
  terms: PackedStrings;
  counts: Uint32Array;
  sizes: Uint32Array;
  postings: Uint8Array;
};

/** @throws RetrievalError segment_kind, segment_version or segment_corrupt. */
export function unpackLexicalSegment(bytes: Uint8Array): PackedSegment {
  const reader = new ByteReader(openFrame(kind, bytes));
  const language = reader.string();
  if (!isLanguage(language)) throw corrupt('The segment was analysed in a language that is not known here.');
  const ids = reader.strings();
  const lengths = reader.varints(ids.length);
  const terms = reader.packedStrings();
  const counts = new Uint32Array(terms.lengths.length);
  const sizes = new Uint32Array(terms.lengths.length);
  let total = 0;
  for (let index = 0; index < counts.length; index++) {
    counts[index] = reader.varint();
    const size = reader.varint();
    sizes[index] = size;
    total += size;
  }
  if (total !== reader.remaining) throw corrupt('The postings of the segment do not add up.');
  return { language, ids, lengths, terms, counts, sizes, postings: reader.raw(total) };
}

/** Returns the segment with only these terms; the lengths of chunks are unchanged. */
export function keepTerms(packed: PackedSegment, wanted: ReadonlySet<string>): PackedSegment {
  const kept: number[] = [];
  const postings: Uint8Array[] = [];
  const terms = unpackStrings(packed.terms);
  let start = 0;
  for (const [index, term] of terms.entries()) {
    const end = start + (packed.sizes[index] ?? 0);
    if (wanted.has(term)) {
      kept.push(index);
      postings.push(packed.postings.subarray(start, end));
    }
    start = end;
  }
  return {
    ...packed,
    terms: packStrings(kept.map((index) => terms[index] ?? '')),
    counts: Uint32Array.from(kept, (index) => packed.counts[index] ?? 0),
    sizes: Uint32Array.from(kept, (index) => packed.sizes[index] ?? 0),
    postings: Buffer.concat(postings),
  };
}

/** Reads only the ids of the chunks, in order. @throws as `unpackLexicalSegment`. */
export function readSegmentIds(bytes: Uint8Array): string[] {
  const reader = new ByteReader(openFrame(kind, bytes));
  reader.string();
  return reader.strings();
}

/** @throws RetrievalError segment_kind, segment_version or segment_corrupt. */
export function decodeLexicalSegment(bytes: Uint8Array): LexicalSegment {
  const packed = unpackLexicalSegment(bytes);
  const reader = new ByteReader(packed.postings);
  const terms = unpackStrings(packed.terms).map((term, index) => {
    const postings: Posting[] = [];
    readPostings(
      reader,
      { count: packed.counts[index] ?? 0, documents: packed.ids.length },
      (document, frequency) => postings.push({ document, frequency }),
    );
    return { term, postings };
  });
  return {
    language: packed.language,
    documents: packed.ids.map((id, index) => ({ id, length: packed.lengths[index] ?? 0 })),
    terms,
  };
}

/** Reads the next `count` postings. @throws RetrievalError segment_corrupt for a document beyond `documents`. */
export function readPostings(
  reader: ByteReader,
  { count, documents }: { count: number; documents: number },
  each: (document: number, frequency: number) => void,
): void {
  let document = 0;
  for (let left = count; left > 0; left--) {
    document += reader.varint();
    if (document >= documents) throw corrupt('The segment names a chunk that it does not hold.');
    each(document, reader.varint());
  }
}
