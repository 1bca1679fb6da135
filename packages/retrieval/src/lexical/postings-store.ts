import { corrupt, type PackedStrings } from '../binary/byte-reader.ts';
import type { PackedSegment } from './lexical-segment.ts';
import { TermTable } from './term-table.ts';

/** The range of a segment in the store: its first document number and its blocks `[firstBlock, endBlock)`. */
export type SegmentRange = { base: number; firstBlock: number; endBlock: number };

/** The accumulator of a query: one score per document number, and the list of numbers whose score is not zero. */
export type ScoreBoard = { scores: Float64Array; touched: Uint32Array; touchedCount: number };

/** Without `norms`, every document of the term gets the whole weight. */
type ScoreTarget = { board: ScoreBoard; norms: Float64Array | undefined; weight: number };

/** The number of terms that one step numbers: about a millisecond of work. */
const termsAtOnce = 8192;

/**
 * All postings in a few typed arrays. A *block* is one term in one segment, in columns; the blocks of a term form a
 * chain through `next`, those of a segment are contiguous. Postings stay encoded, relative to their segment.
 */
export class PostingsStore {
  readonly #terms = new TermTable();
  #heads = new Int32Array(1024).fill(-1);
  #liveCounts = new Uint32Array(1024);
  #next = new Int32Array(1024);
  #termOf = new Uint32Array(1024);
  /** First document number of the block's segment, or -1 once the segment is gone. */
  #bases = new Int32Array(1024);
  #offsets = new Uint32Array(1024);
  #counts = new Uint32Array(1024);
  #blockCount = 0;
  #arena = new Uint8Array(16_384);
  #arenaLength = 0;
  #cursor = 0;

  get bytes(): number {
    const columns = this.#next.length * 20 + this.#heads.length * 8;
    return this.#arena.length + columns + this.#terms.bytes;
  }

  /**
   * Returns the numbers of terms in this store, which no search uses before their segment is added. It takes most of the time of adding a
   * segment and may be interrupted between its steps. @throws RetrievalError segment_corrupt.
   */
  *numberTerms(terms: PackedStrings): Generator<void, Uint32Array> {
    const numbers = new Uint32Array(terms.lengths.length);
    let position = 0;
    for (let from = 0; from < numbers.length; from += termsAtOnce) {
      const to = Math.min(from + termsAtOnce, numbers.length);
      position = this.#terms.numberTerms(terms, numbers, { from, to, position });
      yield;
    }
    if (position !== terms.text.length) throw corrupt('The terms of the segment do not add up.');
    this.#reserveTerms();
    return numbers;
  }

  /** Adds a segment whose terms have these numbers in this store. */
  add(segment: PackedSegment, numbers: Uint32Array, base: number): SegmentRange {
    const firstBlock = this.#blockCount;
    let offset = this.#appendPostings(segment.postings);
    this.#reserveBlocks(numbers.length);
    for (let index = 0; index < numbers.length; index++) {
      this.#addBlock(numbers[index] ?? 0, { base, offset, count: segment.counts[index] ?? 0 });
      offset += segment.sizes[index] ?? 0;
    }
    return { base, firstBlock, endBlock: this.#blockCount };
  }

  /** Removes some documents of a segment from all counts. Their postings are still visited until the segment is removed. */
  forget(place: SegmentRange, isGone: (document: number) => boolean): void {
    for (let block = place.firstBlock; block < place.endBlock; block++) {
      let gone = 0;
      this.#eachDocument(block, (document) => {
        if (isGone(document)) gone += 1;
      });
      const term = this.#termOf[block] ?? 0;
      this.#liveCounts[term] = (this.#liveCounts[term] ?? 0) - gone;
    }
  }

  /**
   * Removes a segment from every search. Its bytes are freed when the live segments are copied into a new store. `isCounted` returns
   * true for documents that are still in the counts; without it, all are.
   */
  remove(place: SegmentRange, isCounted?: (document: number) => boolean): void {
    if (isCounted) this.forget(place, isCounted);
    for (let block = place.firstBlock; block < place.endBlock; block++) {
      const term = this.#termOf[block] ?? 0;
      const counted = isCounted ? 0 : (this.#counts[block] ?? 0);
      this.#liveCounts[term] = (this.#liveCounts[term] ?? 0) - counted;
      this.#bases[block] = -1;
    }
  }

  #eachDocument(block: number, each: (document: number) => void): void {
    let position = this.#offsets[block] ?? 0;
    let document = this.#bases[block] ?? 0;
    for (let left = this.#counts[block] ?? 0; left > 0; ) {
      document += this.#readLong(position);
      let run = 1;
      if (this.#readLong(this.#cursor) === 0) {
        run = this.#readLong(this.#cursor);
        this.#readLong(this.#cursor);
      }
      position = this.#cursor;
      const end = document + run;
      for (; document < end; document++) each(document);
      document = end - 1;
      left -= run;
    }
  }

  /** Copies a live segment into another store, under a new first document number. */
  copySegment(place: SegmentRange, target: PostingsStore, base: number): SegmentRange {
    const firstBlock = target.#blockCount;
    const start = this.#offsets[place.firstBlock] ?? 0;
    const end = place.endBlock < this.#blockCount ? (this.#offsets[place.endBlock] ?? 0) : this.#arenaLength;
    const shift = target.#appendPostings(this.#arena.subarray(start, end)) - start;
    target.#reserveBlocks(place.endBlock - place.firstBlock);
    for (let block = place.firstBlock; block < place.endBlock; block++) {
      const offset = (this.#offsets[block] ?? 0) + shift;
      const term = target.#terms.copyTerm(this.#terms, this.#termOf[block] ?? 0);
      target.#reserveTerms();
      target.#addBlock(term, { base, offset, count: this.#counts[block] ?? 0 });
    }
    return { base, firstBlock, endBlock: target.#blockCount };
  }

  /** The number of live documents that hold the term. */
  documentFrequency(term: string): number {
    const number = this.#terms.find(term);
    return number < 0 ? 0 : (this.#liveCounts[number] ?? 0);
  }

  /**
   * Adds `weight × tf / (tf + norm)`, or `weight` where there are no norms, for every live document of the term, or of the segments that
   * begin at `bases`.
   */
  accumulate(
    term: string,
    weight: number,
    {
      board,
      norms,
      bases,
    }: { board: ScoreBoard; norms?: Float64Array; bases?: ReadonlySet<number> | undefined },
  ): void {
    const number = this.#terms.find(term);
    if (number < 0) return;
    const target = { board, norms, weight };
    for (let block = this.#heads[number] ?? -1; block >= 0; block = this.#next[block] ?? -1) {
      const base = this.#bases[block] ?? -1;
      if (base >= 0 && (bases === undefined || bases.has(base))) this.#accumulateBlock(block, target);
    }
  }

  #accumulateBlock(block: number, target: ScoreTarget): void {
    const { board, norms, weight } = target;
    const arena = this.#arena;
    const { scores, touched } = board;
    let touchedCount = board.touchedCount;
    let position = this.#offsets[block] ?? 0;
    let document = this.#bases[block] ?? 0;
    for (let left = this.#counts[block] ?? 0; left > 0; ) {
      let delta = arena[position++] ?? 0;
      if (delta >= 0x80) {
        delta = this.#readLong(position - 1);
        position = this.#cursor;
      }
      document += delta;
      let frequency = arena[position++] ?? 0;
      if (frequency >= 0x80) {
        frequency = this.#readLong(position - 1);
        position = this.#cursor;
      }
      if (frequency === 0) {
        board.touchedCount = touchedCount;
        const run = this.#accumulateRun(position, document, target);
        touchedCount = board.touchedCount;
        position = this.#cursor;
        document += run - 1;
        left -= run;
        continue;
      }
      left -= 1;
      const score = scores[document] ?? 0;
      if (score === 0) touched[touchedCount++] = document;
      scores[document] = score + weight * computeTermShare(frequency, norms, document);
    }
    board.touchedCount = touchedCount;
  }

  /** Adds the scores of a run, whose length and frequency are at `position`. Returns its length and moves `#cursor` behind it. */
  #accumulateRun(position: number, first: number, { board, norms, weight }: ScoreTarget): number {
    const run = this.#readLong(position);
    const frequency = this.#readLong(this.#cursor);
    const { scores, touched } = board;
    for (let document = first; document < first + run; document++) {
      const score = scores[document] ?? 0;
      if (score === 0) touched[board.touchedCount++] = document;
      scores[document] = score + weight * computeTermShare(frequency, norms, document);
    }
    return run;
  }

  /** Reads the varint at `position` and moves `#cursor` behind it. */
  #readLong(position: number): number {
    let value = 0;
    let cursor = position;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.#arena[cursor++] ?? 0;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
    this.#cursor = cursor;
    return value >>> 0;
  }

  /** Appends a segment's postings, in the order of its blocks, and returns their offset. */
  #appendPostings(bytes: Uint8Array): number {
    const start = this.#arenaLength;
    const end = start + bytes.length;
    if (end > this.#arena.length)
      this.#arena = grown(this.#arena, new Uint8Array(nextSize(this.#arena.length, end)));
    this.#arena.set(bytes, start);
    this.#arenaLength = end;
    return start;
  }

  #addBlock(term: number, { base, offset, count }: { base: number; offset: number; count: number }): void {
    const block = this.#blockCount++;
    this.#next[block] = this.#heads[term] ?? -1;
    this.#heads[term] = block;
    this.#termOf[block] = term;
    this.#bases[block] = base;
    this.#offsets[block] = offset;
    this.#counts[block] = count;
    this.#liveCounts[term] = (this.#liveCounts[term] ?? 0) + count;
  }

  /** Makes room for the chains of all terms. */
  #reserveTerms(): void {
    const known = this.#heads.length;
    if (this.#terms.count <= known) return;
    this.#heads = grown(this.#heads, new Int32Array(nextSize(known, this.#terms.count)));
    this.#heads.fill(-1, known);
    this.#liveCounts = grown(this.#liveCounts, new Uint32Array(this.#heads.length));
  }

  #reserveBlocks(extra: number): void {
    const needed = this.#blockCount + extra;
    if (needed <= this.#next.length) return;
    const size = nextSize(this.#next.length, needed);
    this.#next = grown(this.#next, new Int32Array(size));
    this.#termOf = grown(this.#termOf, new Uint32Array(size));
    this.#bases = grown(this.#bases, new Int32Array(size));
    this.#offsets = grown(this.#offsets, new Uint32Array(size));
    this.#counts = grown(this.#counts, new Uint32Array(size));
  }
}

function computeTermShare(frequency: number, norms: Float64Array | undefined, document: number): number {
  return norms ? frequency / (frequency + (norms[document] ?? 1)) : 1;
}

function nextSize(current: number, needed: number): number {
  return Math.max(needed + 1, Math.ceil(current * 1.5));
}

function grown<T extends Uint8Array | Uint32Array | Int32Array | Float64Array>(old: T, fresh: T): T {
  fresh.set(old);
  return fresh;
}
