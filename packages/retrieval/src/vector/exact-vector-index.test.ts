import { describe, expect, it } from 'vitest';
import { createRandom } from '../lexical/sample-corpus.fixture.ts';
import { RetrievalError } from '../retrieval-error.ts';
import { createExactVectorIndex } from './exact-vector-index.ts';
import type { VectorIndex } from './vector-index.ts';
import {
  decodeVectorSegment,
  encodeVectorSegment,
  mergeVectorSegments,
  mergeVectorSources,
  readVectorIds,
} from './vector-segment.ts';

/** Vectors around a few centres, so that neighbours exist. */
function makeVectors(rows: number, dims: number, seed = 1) {
  const random = createRandom(seed);
  const centres = Array.from({ length: 12 * dims }, () => random() - 0.5);
  const vectors = new Float32Array(rows * dims);
  for (let row = 0; row < rows; row++) {
    const centre = Math.floor(random() * 12) * dims;
    for (let at = 0; at < dims; at++)
      vectors[row * dims + at] = (centres[centre + at] ?? 0) + (random() - 0.5) * 0.6;
  }
  return { dims, ids: Array.from({ length: rows }, (_, row) => `v${seed}-${row}`), vectors };
}

type Vectors = ReturnType<typeof makeVectors>;

const sliceOf = ({ dims, ids, vectors }: Vectors, start: number, end: number) => ({
  dims,
  ids: ids.slice(start, end),
  vectors: vectors.slice(start * dims, end * dims),
});

function naiveSearch({ dims, ids, vectors }: Vectors, vector: Float32Array, topK: number) {
  const lengthOf = (values: Float32Array) => Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));
  return ids
    .map((id, row) => {
      const other = vectors.subarray(row * dims, (row + 1) * dims);
      const dot = other.reduce((sum, value, at) => sum + value * (vector[at] ?? 0), 0);
      return { id, cosine: dot / lengthOf(other) / lengthOf(vector) };
    })
    .toSorted((a, b) => b.cosine - a.cosine)
    .slice(0, topK);
}

function indexOf(...segments: Vectors[]) {
  const index = createExactVectorIndex();
  segments.forEach((segment, place) => index.addSegment(`s${place}`, encodeVectorSegment(segment)));
  return index;
}

function codeOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof RetrievalError) return error.code;
    throw error;
  }
  return 'nothing thrown';
}

describe('exact vector search', () => {
  it('takes a segment as a database driver hands it out: a buffer inside a larger one, at any offset', () => {
    const data = makeVectors(40, 24);
    const segment = encodeVectorSegment(data);
    const [expected] = indexOf(data).search({ vector: data.vectors.slice(0, 24), topK: 5 });
    for (const offset of [0, 1, 2, 3]) {
      const received = Buffer.alloc(offset + segment.length + 5, 0xab);
      received.set(segment, offset);
      const index = createExactVectorIndex();
      index.addSegment('s0', received.subarray(offset, offset + segment.length));
      expect(index.search({ vector: data.vectors.slice(0, 24), topK: 5 })[0]).toEqual(expected);
    }
  });

  it.each([1, 7, 16, 100, 384])('finds the nearest of %i dimensions, with their cosine', (dims) => {
    const data = makeVectors(5000, dims, dims);
    const index = indexOf(sliceOf(data, 0, 11), sliceOf(data, 11, 5000));
    for (let row = 0; row < 5000; row += 500) {
      const vector = data.vectors
        .slice(row * dims, (row + 1) * dims)
        .map((value, at) => value + (at % 3) / 50);
      const expected = naiveSearch(data, vector, 10).map(({ cosine }) => cosine);
      const found = index.search({ vector, topK: 10 });
      expect(found).toHaveLength(10);
      found.forEach(({ cosine }, place) => expect(cosine).toBeCloseTo(expected[place] ?? 2, 3));
    }
  });

  it('reaches recall@10 of 0.99 against the floats', () => {
    const data = makeVectors(4000, 96);
    const index = indexOf(data);
    let found = 0;
    for (let row = 0; row < 100; row++) {
      const vector = makeVectors(1, 96, row + 2).vectors.map(
        (value, at) => value + (data.vectors[row * 96 + at] ?? 0),
      );
      const expected = new Set(naiveSearch(data, vector, 10).map(({ id }) => id));
      found += index.search({ vector, topK: 10 }).filter(({ id }) => expected.has(id)).length;
    }
    expect(found).toBeGreaterThanOrEqual(990);
  });

  it('finds a chunk by its own vector, whatever its length, at score 1', () => {
    const data = makeVectors(300, 48);
    const index = indexOf(data);
    const vector = data.vectors.slice(48 * 7, 48 * 8).map((value) => value * 1000);
    const [first] = index.search({ vector, topK: 1 });
    expect(first?.id).toBe('v1-7');
    expect(first?.cosine).toBeCloseTo(1, 4);
    const [last] = index.search({ vector: vector.map((value) => -value), topK: 300 }).slice(-1);
    expect(last).toMatchObject({ id: 'v1-7', score: 0 });
  });

  it('applies the filter before it counts to topK', () => {
    const data = makeVectors(1000, 32);
    const vector = data.vectors.slice(0, 32);
    const wanted = new Set(['v1-999', 'v1-500']);
    const hits = indexOf(data).search({ vector, topK: 2, filter: (id) => wanted.has(id) });
    expect(new Set(hits.map(({ id }) => id))).toEqual(wanted);
  });

  it('gives after removals and replacements what was given had they never been', () => {
    const data = makeVectors(2000, 40);
    const parts = Array.from({ length: 40 }, (_, part) => sliceOf(data, part * 50, (part + 1) * 50));
    const index = createExactVectorIndex();
    const live = new Set<number>();
    const random = createRandom(4);
    for (let step = 0; step < 300; step++) {
      const part = Math.floor(random() * 40);
      const segment = parts[part] ?? data;
      if (live.delete(part)) index.removeSegment(`p${part}`);
      else {
        live.add(part);
        index.addSegment(`p${part}`, encodeVectorSegment(segment));
        if (step % 7 === 0) index.addSegment(`p${part}`, encodeVectorSegment(segment));
      }
      if (step % 50 !== 49) continue;
      const fresh = indexOf(...parts.filter((_, place) => live.has(place)));
      const vector = data.vectors.slice(step * 40, (step + 1) * 40);
      expect(index.size.docs).toBe(live.size * 50);
      expect(index.search({ vector, topK: 20 })).toEqual(fresh.search({ vector, topK: 20 }));
    }
    for (let part = 0; part < 40; part++) index.removeSegment(`p${part}`);
    expect(index.search({ vector: data.vectors.slice(0, 40), topK: 5 })).toEqual([]);
    expect(index.size).toEqual({ docs: 0, bytes: 0 });
  });

  it('gives the same from merged segments as from the parts, without what is left out', () => {
    const data = makeVectors(900, 20);
    const parts = [sliceOf(data, 0, 300), sliceOf(data, 300, 301), sliceOf(data, 301, 900)];
    const merged = createExactVectorIndex();
    merged.addSegment(
      'm',
      mergeVectorSegments(parts.map(encodeVectorSegment), { keep: (id) => id !== 'v1-0' }),
    );
    const vector = data.vectors.slice(0, 20);
    const expected = indexOf(...parts).search({ vector, topK: 9 });
    expect(expected[0]?.id).toBe('v1-0');
    expect(merged.search({ vector, topK: 8 })).toEqual(expected.slice(1));
  });

  it('takes the live parts of a merged segment, each of which can be removed, replaced and searched alone', () => {
    const data = makeVectors(900, 20);
    const parts = [sliceOf(data, 0, 300), sliceOf(data, 300, 500), sliceOf(data, 500, 900)];
    const [first, second, third] = parts.map(encodeVectorSegment);
    if (!first || !second || !third) throw new Error('three were made');
    const vector = data.vectors.slice(0, 20);
    const search = (index: VectorIndex) => index.search({ vector, topK: 9 });
    const merged = mergeVectorSegments([first, second, third]);
    const index = createExactVectorIndex();
    index.addMerged(merged, [
      { id: 'third', first: 500, docs: 400 },
      { id: 'first', first: 0, docs: 300 },
    ]);
    const fresh = createExactVectorIndex();
    fresh.addSegment('first', first);
    fresh.addSegment('third', third);
    expect(search(index)).toEqual(search(fresh));
    expect(index.size.docs).toBe(700);
    const inSegments = new Set(['third']);
    expect(index.search({ vector, topK: 9, inSegments })).toEqual(
      fresh.search({ vector, topK: 9, inSegments }),
    );
    for (const each of [index, fresh]) {
      each.removeSegment('first');
      each.addSegment('second', second);
    }
    expect(search(index)).toEqual(search(fresh));
    index.removeSegment('second');
    index.removeSegment('third');
    expect(index.size).toEqual({ docs: 0, bytes: 0 });
  });

  it('merges the chosen rows of segments, in order', () => {
    const data = makeVectors(12, 20);
    const bytes = encodeVectorSegment(data);
    const odd = mergeVectorSources([
      { bytes, keeps: (row) => row % 2 === 1 },
      { bytes: bytes.slice(), keeps: (row) => row < 3 },
    ]);
    expect(readVectorIds(odd)).toEqual([1, 3, 5, 7, 9, 11, 0, 1, 2].map((row) => data.ids[row]));
    const { vectors } = decodeVectorSegment(odd);
    const all = decodeVectorSegment(bytes).vectors;
    expect(vectors.slice(20, 40)).toEqual(all.slice(60, 80));
    expect(vectors.slice(6 * 20)).toEqual(all.slice(0, 60));
  });

  it('does not depend on the bytes after it has read them', () => {
    const data = makeVectors(50, 16);
    const bytes = encodeVectorSegment(data);
    const index = createExactVectorIndex();
    index.addSegment('s', bytes);
    const before = index.search({ vector: data.vectors.slice(0, 16), topK: 5 });
    bytes.fill(0);
    expect(index.search({ vector: data.vectors.slice(0, 16), topK: 5 })).toEqual(before);
  });

  it('takes zero vectors and empty segments', () => {
    const index = indexOf({ dims: 8, ids: ['zero'], vectors: new Float32Array(8) });
    index.addSegment('empty', encodeVectorSegment({ dims: 8, ids: [], vectors: new Float32Array() }));
    expect(index.search({ vector: new Float32Array(8).fill(1), topK: 3 })).toEqual([
      { id: 'zero', score: 0, cosine: 0 },
    ]);
    expect(index.search({ vector: new Float32Array(8), topK: 3 })).toHaveLength(1);
    expect(index.search({ vector: new Float32Array(8).fill(1), topK: 0 })).toEqual([]);
  });

  it('refuses other dimensions, numbers that are not finite, and broken bytes', () => {
    const index = indexOf(makeVectors(5, 8));
    const other = encodeVectorSegment(makeVectors(5, 9));
    const bytes = encodeVectorSegment(makeVectors(5, 8));
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    expect(codeOf(() => index.addSegment('x', other))).toBe('retrieval.dimension_mismatch');
    expect(codeOf(() => mergeVectorSegments([other, encodeVectorSegment(makeVectors(5, 8))]))).toBe(
      'retrieval.dimension_mismatch',
    );
    expect(codeOf(() => mergeVectorSegments([]))).toBe('retrieval.invalid_input');
    expect(codeOf(() => index.search({ vector: new Float32Array(9), topK: 1 }))).toBe(
      'retrieval.dimension_mismatch',
    );
    expect(codeOf(() => index.search({ vector: new Float32Array(8).fill(NaN), topK: 1 }))).toBe(
      'retrieval.invalid_input',
    );
    expect(
      codeOf(() => encodeVectorSegment({ dims: 2, ids: ['a'], vectors: new Float32Array([1, Infinity]) })),
    ).toBe('retrieval.invalid_input');
    expect(codeOf(() => encodeVectorSegment({ dims: 2, ids: ['a'], vectors: new Float32Array(3) }))).toBe(
      'retrieval.invalid_input',
    );
    expect(codeOf(() => index.addSegment('x', bytes))).toBe('retrieval.segment_corrupt');
    expect(index.size.docs).toBe(5);
  });

  it('lets the only segment be replaced by one of other dimensions', () => {
    const index = indexOf(makeVectors(5, 8));
    index.addSegment('s0', encodeVectorSegment(makeVectors(5, 9)));
    expect(index.search({ vector: new Float32Array(9).fill(1), topK: 5 })).toHaveLength(5);
  });
});

describe('vector segments', () => {
  it('give back the normalised vectors to four digits', () => {
    const data = makeVectors(20, 33);
    const { ids, dims, vectors } = decodeVectorSegment(encodeVectorSegment(data));
    expect({ ids, dims }).toEqual({ ids: data.ids, dims: 33 });
    for (let row = 0; row < 20; row++) {
      const source = data.vectors.subarray(row * 33, (row + 1) * 33);
      const length = Math.sqrt(source.reduce((sum, value) => sum + value * value, 0));
      source.forEach((value, at) => expect(vectors[row * 33 + at]).toBeCloseTo(value / length, 4));
    }
  });

  it('looks only at the segments that are asked for, however little they hold', () => {
    const data = makeVectors(600, 32);
    const parts = Array.from({ length: 30 }, (_, at) => sliceOf(data, at * 20, at * 20 + 20));
    const index = indexOf(...parts);
    const vector = data.vectors.slice(0, 32);
    const small = parts[7] ?? data;
    expect(
      index.search({ vector, topK: 8, inSegments: new Set(['s7', 'gone']) }).map(({ id }) => id),
    ).toEqual(naiveSearch(small, vector, 8).map(({ id }) => id));
    expect(index.search({ vector, topK: 8, inSegments: new Set() })).toEqual([]);
  });
});
