import type { DocumentTable } from './document-table.ts';
import type { PackedSegment } from './lexical-segment.ts';
import { PostingsStore, type SegmentRange } from './postings-store.ts';

/** A segment within a merged one: `docs` chunks, beginning at index `first`. */
export type SegmentPart = { id: string; first: number; docs: number };

/** One segment or merged segment that was added. */
type Held = SegmentRange & {
  documents: number;
  live: number;
  /** True while all of its documents are still counted. */
  isWhole: boolean;
  /** Marks deleted chunks that are still counted. */
  waiting: Uint8Array | undefined;
};

type LivePart = { held: Held; first: number; docs: number };

/** The postings of live segments, added alone or as parts of a merged segment. */
export class SegmentTable {
  readonly #documents: DocumentTable;
  readonly #parts = new Map<string, LivePart>();
  readonly #held = new Set<Held>();
  readonly #unsettled = new Set<Held>();
  #store = new PostingsStore();

  constructor(documents: DocumentTable) {
    this.#documents = documents;
  }

  get bytes(): number {
    return this.#store.bytes;
  }

  get pieces(): number {
    return this.#held.size;
  }

  /** The postings, with up-to-date counts of live documents. */
  get store(): PostingsStore {
    for (const held of this.#unsettled) {
      this.#store.forget(held, isWaitingIn(held));
      held.waiting = undefined;
      held.isWhole = false;
    }
    this.#unsettled.clear();
    return this.#store;
  }

  has(id: string): boolean {
    return this.#parts.has(id);
  }

  /**
   * Adds a packed segment with its live parts, which replace segments with the same ids. Searches may run between the steps; they find
   * the parts only after the last one.
   */
  *add(packed: PackedSegment, parts: readonly SegmentPart[]): Generator<void, void> {
    const store = this.#store;
    const numbers = yield* store.numberTerms(packed.terms);
    for (const { id } of parts) this.remove(id);
    // Removing may have copied everything into another store, in which the terms have other numbers.
    const valid = store === this.#store ? numbers : runAllSteps(this.#store.numberTerms(packed.terms));
    const { base, documents } = this.#documents.add(packed.ids, packed.lengths);
    const place = this.#store.add(packed, valid, base);
    const held: Held = { ...place, documents, live: documents, isWhole: true, waiting: undefined };
    this.#held.add(held);
    let end = 0;
    for (const { id, first, docs } of parts.toSorted((a, b) => a.first - b.first)) {
      this.#forget(held, end, first - end);
      this.#parts.set(id, { held, first, docs });
      end = first + docs;
    }
    this.#forget(held, end, documents - end);
  }

  remove(id: string): void {
    const part = this.#parts.get(id);
    if (part === undefined) return;
    this.#parts.delete(id);
    const { held, first, docs } = part;
    if (docs === held.live) this.#drop(held);
    else this.#forget(held, first, docs);
    if (this.#documents.isMostlyDead) this.#compact();
  }

  /** Returns the first document numbers of the entries that contain one of the segments, and marks the segments' documents. */
  choose(ids: ReadonlySet<string>): { bases: Set<number>; chosen: Uint8Array } {
    const bases = new Set<number>();
    const chosen = new Uint8Array(this.#documents.count);
    for (const id of ids) {
      const part = this.#parts.get(id);
      if (part === undefined) continue;
      const { base } = part.held;
      bases.add(base);
      chosen.fill(1, base + part.first, base + part.first + part.docs);
    }
    return { bases, chosen };
  }

  /** Recounting visits all postings, so that it is postponed to the next search. */
  #forget(held: Held, first: number, count: number): void {
    if (count <= 0) return;
    this.#documents.forget(held.base + first, count);
    held.live -= count;
    held.waiting ??= new Uint8Array(held.documents);
    held.waiting.fill(1, first, first + count);
    this.#unsettled.add(held);
  }

  #drop(held: Held): void {
    const { base, documents, isWhole, waiting } = held;
    const isCounted = (document: number) =>
      this.#documents.isLive(document) || waiting?.[document - base] === 1;
    this.#store.remove(held, isWhole ? undefined : isCounted);
    this.#documents.drop(base, documents);
    this.#held.delete(held);
    this.#unsettled.delete(held);
  }

  #countAnew(held: Held): void {
    const { base, documents } = held;
    held.isWhole = true;
    held.waiting = Uint8Array.from({ length: documents }, (_, at) =>
      this.#documents.isLive(base + at) ? 0 : 1,
    );
    this.#unsettled.add(held);
  }

  #compact(): void {
    const fresh = new PostingsStore();
    const moved = this.#documents.startMove();
    for (const held of this.#held) {
      const base = moved.take(held.base, held.documents);
      Object.assign(held, this.#store.copySegment(held, fresh, base));
    }
    moved.finish();
    this.#store = fresh;
    // The copy counts all of its documents again, including deleted ones.
    for (const held of this.#held) if (held.live < held.documents) this.#countAnew(held);
  }
}

/** Takes all steps at once. */
export function runAllSteps<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

const isWaitingIn =
  ({ base, waiting }: Held) =>
  (document: number): boolean =>
    waiting?.[document - base] === 1;
