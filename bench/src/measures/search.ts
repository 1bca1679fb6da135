import { setImmediate } from 'node:timers/promises';
import { createLexicalIndex, encodeLexicalSegment } from '@atelier/retrieval/lexical';
import { analyze } from '@atelier/retrieval/text';
import { createExactVectorIndex, encodeVectorSegment } from '@atelier/retrieval/vector';
import { createRandom, createWords } from '../corpus.ts';
import type { Measurement, Part } from '../measurement.ts';
import { percentile } from '../statistics.ts';

const topK = 10;
const chunkWords = 80;
const dims = 384;
const queries = { ours: 400, scan: 30 };

type Search<Q> = (query: Q) => { id: string; score: number }[];
/** A search that computes the exact score of every chunk. */
type Scan<Q> = (query: Q) => Float64Array;

interface Comparison<Q> {
  name: string;
  what: string;
  asked: Q[];
  ours: Search<Q>;
  scan: Scan<Q>;
  distance: string;
}

const idOf = (place: number): string => `chk_${String(place).padStart(8, '0')}`;
const placeOf = (id: string): number => Number(id.slice(4));

/** Returns the share of hits whose exact score is at least that of the exact tenth, so that ties count as found. */
const recallOf = (hits: readonly { id: string }[], exact: Float64Array): number => {
  const tenth = exact.toSorted().at(-topK) ?? 0;
  const good = hits.filter(({ id }) => (exact[placeOf(id)] ?? 0) >= tenth - 1e-9);
  return good.length / topK;
};

const timesOf = <Q>(asked: readonly Q[], search: (query: Q) => unknown): number[] =>
  asked.map((query) => {
    const startedAt = performance.now();
    search(query);
    return performance.now() - startedAt;
  });

const compare = <Q>({ name, what, asked, ours, scan, distance }: Comparison<Q>): Measurement[] => {
  for (const query of asked.slice(0, 50)) ours(query);
  const few = asked.slice(0, queries.scan);
  const scanned: number[] = [];
  const found: number[] = [];
  let recall = 0;
  // Runs alternate: one batch of the product's search after each scan.
  const perTurn = Math.ceil(asked.length / few.length);
  few.forEach((query, turn) => {
    const startedAt = performance.now();
    const exact = scan(query);
    exact.toSorted();
    scanned.push(performance.now() - startedAt);
    recall += recallOf(ours(query), exact) / few.length;
    found.push(...timesOf(asked.slice(turn * perTurn, (turn + 1) * perTurn), ours));
  });
  const shared = { better: 'lower' as const, limitIs: 'an exact scan of all entries', distance };
  return [
    ...([0.5, 0.99] as const).map((share) => ({
      name: `${name}.p${share * 100}`,
      what: `${what}, p${share * 100}`,
      unit: 'ms',
      ours: percentile(found, share),
      limit: percentile(scanned, share),
      ...shared,
    })),
    {
      name: `${name}.recall`,
      what: `${what}, recall@${topK}`,
      unit: '',
      better: 'higher',
      ours: recall,
      limit: 1,
      limitIs: 'the ten best by the scan, ties counted as found',
      distance: recall > 0.9999 ? 'none' : 'chunks whose scores nearly tie',
    },
  ];
};

/** BM25 without an index over every chunk: k1 1.2, b 0.75, with the terms counted again for each question. */
const bm25Scan = (texts: readonly string[]): Scan<string> => {
  const numbers = new Map<string, number>();
  const bags = texts.map((text) =>
    Uint32Array.from(analyze(text, { language: 'english' }), (term) => {
      const number = numbers.get(term) ?? numbers.size;
      numbers.set(term, number);
      return number;
    }),
  );
  const average = bags.reduce((sum, { length }) => sum + length, 0) / bags.length;
  return (query) => {
    const terms = [...new Set(analyze(query, { language: 'english' }))].map(
      (term) => numbers.get(term) ?? -1,
    );
    const counts = new Uint16Array(bags.length * terms.length);
    const holders = new Uint32Array(terms.length);
    for (let place = 0; place < bags.length; place += 1) countTerms(bags, place, { terms, counts, holders });
    const scores = new Float64Array(bags.length);
    for (let place = 0; place < bags.length; place += 1) {
      const norm = 1.2 * (0.25 + (0.75 * (bags[place]?.length ?? 0)) / average);
      for (let at = 0; at < terms.length; at += 1) {
        const count = counts[place * terms.length + at] ?? 0;
        if (count === 0) continue;
        const held = holders[at] ?? 0;
        const idf = Math.log(1 + (bags.length - held + 0.5) / (held + 0.5));
        scores[place] = (scores[place] ?? 0) + (idf * 2.2 * count) / (count + norm);
      }
    }
    return scores;
  };
};

interface Counted {
  terms: readonly number[];
  counts: Uint16Array;
  holders: Uint32Array;
}

const countTerms = (
  bags: readonly Uint32Array[],
  place: number,
  { terms, counts, holders }: Counted,
): void => {
  const bag = bags[place] ?? new Uint32Array();
  const first = place * terms.length;
  for (let word = 0; word < bag.length; word += 1) {
    const at = terms.indexOf(bag[word] ?? -1);
    if (at < 0) continue;
    if (counts[first + at] === 0) holders[at] = (holders[at] ?? 0) + 1;
    counts[first + at] = (counts[first + at] ?? 0) + 1;
  }
};

const compareWords = (count: number): Measurement[] => {
  const words = createWords(count, 100_000);
  const texts = Array.from({ length: count }, () => words.words(chunkWords).join(' '));
  const index = createLexicalIndex();
  const perSegment = count / 50;
  for (let from = 0; from < count; from += perSegment) {
    const part = texts.slice(from, from + perSegment).map((text, at) => ({ id: idOf(from + at), text }));
    index.addSegment(`seg_${from}`, encodeLexicalSegment(part));
  }
  const asked = Array.from({ length: queries.ours }, () => {
    const text = texts[Math.floor(words.random() * count)] ?? '';
    return text.split(' ').slice(10, 15).join(' ');
  });
  return compare({
    name: `search.bm25.${count}`,
    what: `BM25, ${count.toLocaleString('en')} chunks`,
    asked,
    ours: (query) => index.search({ query, topK }),
    scan: bm25Scan(texts),
    distance: 'reads the postings of the five terms only',
  });
};

/** Makes vectors around some hundred centres, like the embeddings of real texts. */
const clustered = (count: number, seed: number): Float32Array => {
  const random = createRandom(seed);
  const noise = () => random() + random() + random() - 1.5;
  const centres = Array.from({ length: 200 }, () => Float32Array.from({ length: dims }, noise));
  const vectors = new Float32Array(count * dims);
  for (let row = 0; row < count; row += 1) {
    const centre = centres[Math.floor(random() * centres.length)] ?? [];
    for (let at = 0; at < dims; at += 1) vectors[row * dims + at] = (centre[at] ?? 0) + noise();
  }
  return vectors;
};

const cosineScan = (vectors: Float32Array, count: number): Scan<Float32Array> => {
  const lengths = Float64Array.from({ length: count }, (_, row) =>
    Math.hypot(...vectors.subarray(row * dims, (row + 1) * dims)),
  );
  return (query) => {
    const own = Math.hypot(...query);
    const scores = new Float64Array(count);
    for (let row = 0; row < count; row += 1) {
      let dot = 0;
      for (let at = 0, start = row * dims; at < dims; at += 1)
        dot += (vectors[start + at] ?? 0) * (query[at] ?? 0);
      scores[row] = dot / ((lengths[row] ?? 1) * own);
    }
    return scores;
  };
};

const compareVectors = (count: number): Measurement[] => {
  const random = createRandom(count);
  const vectors = clustered(count, 5);
  const index = createExactVectorIndex();
  const perSegment = 2_000;
  for (let from = 0; from < count; from += perSegment)
    index.addSegment(
      `seg_${from}`,
      encodeVectorSegment({
        ids: Array.from({ length: perSegment }, (_, at) => idOf(from + at)),
        dims,
        vectors: vectors.subarray(from * dims, (from + perSegment) * dims),
      }),
    );
  const asked = Array.from({ length: queries.ours }, () => {
    const start = Math.floor(random() * count) * dims;
    return vectors.slice(start, start + dims).map((value) => value + random() - 0.5);
  });
  return compare({
    name: `search.vector.${count}`,
    what: `vectors, ${count.toLocaleString('en')} of ${dims} dimensions`,
    asked,
    ours: (vector) => index.search({ vector, topK }),
    scan: cosineScan(vectors, count),
    distance: 'also compares every vector, but in 8 bits and with SIMD, and orders the best ones in 15 bits',
  });
};

/** Compares the search engine alone, in this process, with full scans. */
export const searchPart: Part = {
  name: 'search',
  async measure() {
    const found: Measurement[] = [];
    for (const count of [10_000, 100_000]) {
      found.push(...compareWords(count));
      await setImmediate();
      found.push(...compareVectors(count));
      await setImmediate();
    }
    return found;
  },
};
