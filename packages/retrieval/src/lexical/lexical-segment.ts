import { analyze } from '../analysis/analyze.ts';
import { isLanguage, type Language } from '../analysis/languages.ts';
import { ByteReader, corrupt } from '../binary/byte-reader.ts';
import { ByteWriter } from '../binary/byte-writer.ts';
import { type FrameKind, openFrame, sealFrame } from '../binary/sealed-frame.ts';

/** A passage to index. `id` is unique over all live segments of an index. */
export type LexicalDocument = { id: string; text: string; heading?: string };

/** A segment, expanded. `document` is a position in `documents`; `length` counts weighted terms. */
export type LexicalSegment = {
  language: Language;
  documents: Array<{ id: string; length: number }>;
  terms: Array<{ term: string; postings: Posting[] }>;
};

export type Posting = { document: number; frequency: number };

/** A term of the heading counts as this many of the text: simple BM25F (Robertson, Zaragoza, Taylor 2004). */
export const headingWeight = 2;

const kind: FrameKind = { magic: 'ATLX', version: 1 };

/**
 * Analyses passages and packs them into one immutable segment: language, ids, lengths, sorted dictionary, and per
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
export function packLexicalSegment(segment: LexicalSegment): Uint8Array {
  const terms = segment.terms.toSorted((a, b) => (a.term < b.term ? -1 : 1));
  const head = new ByteWriter();
  const body = new ByteWriter();
  head.string(segment.language);
  head.strings(segment.documents.map(({ id }) => id));
  for (const { length } of segment.documents) head.varint(length);
  head.strings(terms.map(({ term }) => term));
  for (const { postings } of terms) {
    const start = body.length;
    let previous = 0;
    for (const { document, frequency } of postings) {
      body.varint(document - previous);
      body.varint(frequency);
      previous = document;
    }
    head.varint(postings.length);
    head.varint(body.length - start);
  }
  head.raw(body.view());
  return sealFrame(kind, head.view());
}

/** A segment as it lies in memory: the postings of term `i` are `counts[i]` pairs in `sizes[i]` bytes of `postings`. */
export type PackedSegment = {
  language: Language;
  ids: string[];
  lengths: Uint32Array;
  terms: string[];
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
  const terms = reader.strings();
  const counts = new Uint32Array(terms.length);
  const sizes = new Uint32Array(terms.length);
  let total = 0;
  for (let index = 0; index < terms.length; index++) {
    counts[index] = reader.varint();
    const size = reader.varint();
    sizes[index] = size;
    total += size;
  }
  if (total !== reader.remaining) throw corrupt('The postings of the segment do not add up.');
  return { language, ids, lengths, terms, counts, sizes, postings: reader.raw(total) };
}

/** @throws RetrievalError segment_kind, segment_version or segment_corrupt. */
export function decodeLexicalSegment(bytes: Uint8Array): LexicalSegment {
  const packed = unpackLexicalSegment(bytes);
  const reader = new ByteReader(packed.postings);
  const terms = packed.terms.map((term, index) => {
    const postings: Posting[] = [];
    let document = 0;
    for (let left = packed.counts[index] ?? 0; left > 0; left--) {
      document += reader.varint();
      if (document >= packed.ids.length) throw corrupt('The segment names a passage that it does not hold.');
      postings.push({ document, frequency: reader.varint() });
    }
    return { term, postings };
  });
  return {
    language: packed.language,
    documents: packed.ids.map((id, index) => ({ id, length: packed.lengths[index] ?? 0 })),
    terms,
  };
}
