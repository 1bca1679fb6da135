import { createLexicalIndex, type LexicalHit, type LexicalQuery } from '@atelier/retrieval/lexical';
import { createExactVectorIndex, type VectorHit, type VectorQuery } from '@atelier/retrieval/vector';
import { TurnQueue } from '@atelier/turns';
import { fail } from '../../../../kernel/base/errors.ts';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import type { SegmentFacts } from '../../indexing/declarations.ts';
import { liveSegments } from '../../indexing/index.ts';
import type { SearchableIndex, Version } from './loaded-index.ts';
import { type ReadSegment, readSegments } from './read-segments.ts';
import { type SearchScope, SegmentDirectory } from './segment-directory.ts';

/** Each waiting search holds a connection to the database, and others need connections too. */
const mostWaiting = 2;

/** One ranking at a time streams an index, whosoever asks. */
const everybody = '';
export const createStreamQueue = (): TurnQueue =>
  new TurnQueue({ places: 1, sliceMs: Number.POSITIVE_INFINITY });

/**
 * Vectors are compared in batches of this many bytes, because creating an index costs far more than adding a segment to it.
 */
const comparedBytes = 16 * 1024 * 1024;

const byScore = (a: VectorHit, b: VectorHit): number => b.cosine - a.cosine || (a.id < b.id ? -1 : 1);

interface Held {
  segments: readonly SegmentFacts[];
  version: Version;
}

/**
 * An index version that does not fit into the memory for indexes. Each ranking streams the version from the database and keeps only the
 * parts that match the question. The results are the same; a search is slow, and needs memory only for ids and lengths.
 */
export class StreamedIndex implements SearchableIndex {
  readonly #tx: TxCtx;
  readonly #queue: TurnQueue;
  readonly #segments: readonly SegmentFacts[];
  readonly #directory = new SegmentDirectory();
  readonly #language: Version['language'];
  #comparesHere: boolean;

  private constructor(tx: TxCtx, queue: TurnQueue, { segments, version }: Held) {
    this.#tx = tx;
    this.#queue = queue;
    this.#segments = segments;
    this.#language = version.language;
    this.#comparesHere = version.vectorStore === 'EMBEDDED';
    for (const { id, importId } of segments) this.#directory.note(id, importId);
  }

  /** Opens an index that may be used until the transaction ends. */
  static async open(tx: TxCtx, version: Version, queue: TurnQueue): Promise<StreamedIndex> {
    const range = { since: 0, until: version.revision };
    const segments = await liveSegments.listSince(tx, version.id, range);
    return new StreamedIndex(tx, queue, { segments, version });
  }

  hasDocument(importId: string): boolean {
    return this.#directory.hasDocument(importId);
  }

  segmentsIn(scope: SearchScope): ReadonlySet<string> | undefined {
    return this.#directory.inScope(scope);
  }

  async bringVectors(): Promise<void> {
    this.#comparesHere = true;
  }

  findWords(query: LexicalQuery): Promise<LexicalHit[]> {
    return this.#inTurn(async () => {
      const index = createLexicalIndex({ language: this.#language, onlyTermsOf: query.query });
      for await (const { data, parts } of this.#read('LEXICAL')) index.addMerged(data, parts);
      return index.search(query);
    });
  }

  async findVectors(query: VectorQuery): Promise<VectorHit[]> {
    return this.#comparesHere ? this.#inTurn(() => this.#compare(query)) : [];
  }

  /** Throws `retrieval.index_too_large` when too many searches are waiting already. */
  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#queue.countWaiting(everybody) >= mostWaiting) fail('retrieval.index_too_large');
    const turn = await this.#queue.take(everybody);
    return work().finally(() => turn.end());
  }

  async #compare(query: VectorQuery): Promise<VectorHit[]> {
    let best: VectorHit[] = [];
    let index = createExactVectorIndex();
    const keepBest = () => {
      best = [...best, ...index.search(query)].sort(byScore).slice(0, query.topK);
      index = createExactVectorIndex();
    };
    for await (const { data, parts } of this.#read('VECTOR', query.inSegments)) {
      index.addMerged(data, parts);
      if (index.size.bytes > comparedBytes) keepBest();
    }
    keepBest();
    return best;
  }

  #read(kind: SegmentFacts['kind'], inSegments?: ReadonlySet<string>): AsyncGenerator<ReadSegment, void> {
    const wanted = this.#segments.filter((each) => each.kind === kind && (inSegments?.has(each.id) ?? true));
    return readSegments(this.#tx, wanted, (id) => this.#directory.has(id));
  }
}
