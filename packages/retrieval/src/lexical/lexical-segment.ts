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
import { toFieldTerms } from './document-field.ts';
import { PostingsWriter, readPostings } from './postings-code.ts';

/**
 * A chunk to index. `id` is unique over all live segments of an index. `document` contains the names by which the document of the chunk is
 * known (`naming/`). They are a field of their own: they have their own rarity and do not make the chunk longer.
 */
export type LexicalDocument = { id: string; text: string; heading?: string; document?: string };

/** An unpacked segment. `document` is an index into `documents`; `length` counts weighted terms. */
export type LexicalSegment = {
  language: Language;
  documents: Array<{ id: string; length: number }>;
  terms: Array<{ term: string; postings: Posting[] }>;
};

export type Posting = { document: number; frequency: number };

/** Weight of a term in the heading compared to one in the text: simple BM25F (Robertson, Zaragoza, Taylor 2004). */
export const headingWeight = 2;

/** Format 2 has the field of the document, and runs of postings. */
const kind: FrameKind = { magic: 'ATLX', version: 2, oldest: 1 };

/**
 * Analyses chunks and packs them into one immutable segment: language, ids, lengths, sorted dictionary, and per
 * term the postings (`postings-code.ts`).
 */
export function encodeLexicalSegment(
  documents: readonly LexicalDocument[],
  options: { language?: Language } = {},
): Uint8Array {
  const language = options.language ?? 'english';
  const postings = new Map<string, Posting[]>();
  const lengths: number[] = [];
  documents.forEach((source, document) => {
    const note = (term: string, frequency: number) => {
      const list = postings.get(term);
      if (list === undefined) postings.set(term, [{ document, frequency }]);
      else list.push({ document, frequency });
    };
    let length = 0;
    for (const [term, frequency] of countTerms(source, language)) {
      length += frequency;
      note(term, frequency);
    }
    lengths.push(length);
    for (const term of toFieldTerms(source.document ?? '', language)) note(term, 1);
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
  const postings = new PostingsWriter(body);
  const write = (document: number, frequency: number) => postings.add(document, frequency);
  head.string(language);
  head.strings(documents.map(({ id }) => id));
  for (const { length } of documents) head.varint(length);
  head.strings(terms);
  for (const term of terms) {
    const start = body.length;
    eachPosting(term, write);
    sizes.varint(postings.end());
    sizes.varint(body.length - start);
  }
  head.raw(sizes.view());
  head.raw(body.view());
  return sealFrame(kind, head.view());
}

/** A segment in its encoded form: the postings of term `i` are `counts[i]` chunks in `sizes[i]` bytes of `postings`. */
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
