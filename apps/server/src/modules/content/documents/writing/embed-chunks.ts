import { estimateTokens } from '@atelier/models';
import { toEmbeddedText } from '@atelier/retrieval/naming';
import { encodeVectorSegment } from '@atelier/retrieval/vector';
import { AppError } from '../../../../kernel/base/errors.ts';
import { newId } from '../../../../kernel/base/ids.ts';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import type { RunContext } from '../../../../kernel/runs/index.ts';
import { defineService } from '../../../../kernel/services/services.ts';
import type { IndexVersionRow } from '../../bases/declarations.ts';
import { findIndexVersion, updateIndexVersion } from '../../bases/index.ts';
import type { IndexedDocumentKey } from '../../indexing/declarations.ts';
import { addSegment, findLastEmbedded } from '../../indexing/index.ts';
import { embedTextsUnpaid } from '../../models/index.ts';
import { type ReadingKey, readingRepository } from '../media/repository.ts';
import { chunkRepository } from '../repository/chunks.ts';
import type { ChunkRow, ImportRow } from '../tables.ts';
import { createSectionCutter, hashChunk, storeChunks, toChunkRow } from './document-writer.ts';
import { embeddedTitle, readNames } from './names-in.ts';

/** The texts of a document, which one call embedded together with those of others. */
interface EmbeddedTexts {
  key: ReadingKey;
  texts: readonly string[];
}

const countTokens = (documents: readonly EmbeddedTexts[]): number =>
  documents.flatMap(({ texts }) => texts).reduce((sum, text) => sum + estimateTokens(text), 0);

type Call = Pick<Awaited<ReturnType<typeof embedTextsUnpaid>>, 'settleShare' | 'bill'>;

const settleAtEnd = async (tx: TxCtx, { settleShare, bill }: Call, share = 1): Promise<void> => {
  // A share without a hold is settled by statements of its own.
  if (bill.holdId === null) await settleShare(tx, share);
  else tx.last(() => settleShare(tx, share));
};

/**
 * Charges a call that embedded several documents, and notes that each is paid for. Where a process that has lost its runs paid for some of
 * them meanwhile, the others pay their share.
 */
const payForVectors = async (tx: TxCtx, documents: readonly EmbeddedTexts[], call: Call): Promise<void> => {
  if (call.bill.used.cost === 0) return settleAtEnd(tx, call);
  const keys = documents.map(({ key }) => key);
  const added = new Set(await readingRepository.insertKeys(tx.db, keys));
  const unpaid = documents.filter(({ key }) => added.has(key.importId));
  const share = unpaid.length === documents.length ? 1 : countTokens(unpaid) / countTokens(documents);
  await settleAtEnd(tx, call, share);
};

/** Releases the hold of a call that embedded again what is paid for. */
const releaseHold = (tx: TxCtx, call: Call): Promise<void> => settleAtEnd(tx, call, 0);

const join = (vectors: readonly Float32Array[], dims: number): Float32Array => {
  const joined = new Float32Array(vectors.length * dims);
  vectors.forEach((vector, row) => {
    if (vector.length !== dims) throw new AppError('knowledge.dimensions_changed');
    joined.set(vector, row * dims);
  });
  return joined;
};

/** Encodes the vectors of chunks, in the same order, as a segment. Throws `knowledge.dimensions_changed`. */
export const buildVectorSegment = (
  rows: readonly Pick<ChunkRow, 'id' | 'ordinal'>[],
  vectors: readonly Float32Array[],
  dims: number,
) => ({
  id: newId('seg'),
  kind: 'VECTOR' as const,
  docs: rows.length,
  lastOrdinal: rows.at(-1)?.ordinal ?? 0,
  data: encodeVectorSegment({ ids: rows.map(({ id }) => id), dims, vectors: join(vectors, dims) }),
});

/**
 * Stores the vectors of chunks, in the same order, as a segment that is not searched yet. Throws
 * `knowledge.dimensions_changed`.
 */
export const storeVectors = async (
  tx: TxCtx,
  key: IndexedDocumentKey,
  { rows, vectors }: { rows: readonly Pick<ChunkRow, 'id' | 'ordinal'>[]; vectors: readonly Float32Array[] },
): Promise<void> => {
  if (rows.length === 0) return;
  const version = await findIndexVersion(tx, key.indexVersionId);
  const dims = version?.dimensions ?? vectors[0]?.length ?? 0;
  const segment = buildVectorSegment(rows, vectors, dims);
  if (version?.dimensions === null) await updateIndexVersion(tx, version.id, { dimensions: dims });
  await addSegment(tx, key, segment);
};

/** A document, and the index version that its chunks are embedded for. */
interface EmbeddedDocument {
  key: IndexedDocumentKey;
  index: Pick<IndexVersionRow, 'knowledgeBaseId' | 'format'>;
  import: Pick<ImportRow, 'name'>;
}

/** The most texts of one call. */
export const batchSize = 64;
const embeddingFrom = 0.5;

/** Describes the progress for the user. */
const describeStage = (done: number, total: number): string =>
  `Making it searchable: ${done.toLocaleString('en')} of ${total.toLocaleString('en')} chunks`;

/**
 * Embeds the chunks that have no vector yet. Each batch is stored in the transaction that charges for it, so that a crash or a
 * retry repeats at most the one call in progress, and charges for none twice. Throws what `embedTextsUnpaid` throws.
 */
export const embedChunks = async (
  run: RunContext,
  work: EmbeddedDocument,
  modelId: string,
): Promise<void> => {
  const { key } = work;
  const title = embeddedTitle(work.index, work.import.name);
  const { total, last } = await run.write(async (tx) => ({
    total: await chunkRepository.count(tx.db, key),
    last: await findLastEmbedded(tx, key),
  }));
  let after = last;
  for (;;) {
    const rows = await run.ctx.tx((tx) => chunkRepository.list(tx.db, key, { after, limit: batchSize }));
    if (rows.length === 0) return;
    run.signal.throwIfAborted();
    const { vectors, settle } = await embedTextsUnpaid(run.ctx, {
      modelId,
      texts: rows.map((row) => toEmbeddedText(row, title)),
      reference: `import ${key.importId}`,
      knowledgeBaseId: work.index.knowledgeBaseId,
      signal: run.signal,
    });
    await run.write(async (tx) => {
      await storeVectors(tx, key, { rows, vectors });
      await settle(tx);
    });
    after = rows.at(-1)?.ordinal ?? after;
    await run.progress(
      embeddingFrom + (1 - embeddingFrom) * ((after + 1) / total),
      describeStage(after + 1, total),
    );
  }
};

/** The maximum number of simultaneous calls for one knowledge base. Documents that are read meanwhile share the next call. */
const callsAtOnce = 2;

interface Embedded extends EmbeddedTexts {
  /** True when the vectors were paid for and lost, because the process died before they were stored. */
  isPaid: boolean;
  knowledgeBaseId: string;
  modelId: string;
}

interface Order extends Embedded {
  run: RunContext;
  resolve: (vectors: Float32Array[]) => void;
  reject: (error: unknown) => void;
}

const describeReference = ([first, ...others]: readonly Order[]): string =>
  others.length === 0 ? `import ${first?.key.importId}` : `imports ${first?.knowledgeBaseId}`;

/** Aborts when all of the runs are to stop. */
const createSharedSignal = (orders: readonly Order[]): AbortSignal => {
  const controller = new AbortController();
  for (const { run } of orders)
    run.signal.addEventListener(
      'abort',
      () => orders.every((order) => order.run.signal.aborted) && controller.abort(run.signal.reason),
      { once: true, signal: controller.signal },
    );
  return controller.signal;
};

/** Embeds documents with one call. If it fails, each is embedded by itself, so that only the responsible one fails. */
const embedAll = async (orders: readonly Order[]): Promise<void> => {
  const [first] = orders;
  if (!first) return;
  const { run, modelId, knowledgeBaseId, isPaid } = first;
  try {
    const { vectors, ...call } = await embedTextsUnpaid(run.ctx, {
      modelId,
      texts: orders.flatMap(({ texts }) => texts),
      reference: describeReference(orders),
      knowledgeBaseId,
      signal: createSharedSignal(orders),
    });
    await run.ctx.tx((tx) => (isPaid ? releaseHold(tx, call) : payForVectors(tx, orders, call)));
    let from = 0;
    for (const { texts, resolve } of orders) {
      resolve(vectors.slice(from, from + texts.length));
      from += texts.length;
    }
  } catch (error) {
    if (orders.length === 1) first.reject(error);
    else for (const order of orders) await embedAll([order]);
  }
};

/** The small documents that wait for the embedding model of a knowledge base. */
class Embedding {
  readonly #waiting: Order[] = [];
  #calls = 0;

  get isIdle(): boolean {
    return this.#calls === 0 && this.#waiting.length === 0;
  }

  add(order: Order): void {
    this.#waiting.push(order);
  }

  /** Makes calls until no text is waiting. While a call is in progress, another one is made only if there are enough texts to fill it. */
  async work(): Promise<void> {
    while (this.#waiting.length > 0 && this.#calls < this.#allowedCalls()) await this.#call();
  }

  #allowedCalls(): number {
    return this.#countTexts() < batchSize ? 1 : callsAtOnce;
  }

  async #call(): Promise<void> {
    this.#calls += 1;
    try {
      // Documents that were read in the same turn of the event loop share a call.
      await new Promise((resolve) => setImmediate(resolve));
      await embedAll(this.#take());
    } finally {
      this.#calls -= 1;
    }
  }

  #countTexts(): number {
    return this.#waiting.reduce((sum, { texts }) => sum + texts.length, 0);
  }

  #take(): Order[] {
    const going = this.#waiting.filter(({ run }) => !run.signal.aborted);
    for (const { run, reject } of this.#waiting) if (run.signal.aborted) reject(run.signal.reason);
    let texts = 0;
    const taken = going.filter((order, at) => {
      texts += order.texts.length;
      return at === 0 || texts <= batchSize;
    });
    this.#waiting.splice(0, this.#waiting.length, ...going.filter((order) => !taken.includes(order)));
    return taken;
  }
}

const embeddings = defineService({
  name: 'knowledge.embeddings',
  create: () => new Map<string, Embedding>(),
});

/**
 * Returns the vectors of a small document's texts, in order. Documents of one knowledge base that wait at the same time share
 * calls of up to 64 texts, each with one hold; those that are paid for share calls of their own. Throws what `embedTextsUnpaid` throws.
 */
export const embedTogether = (run: RunContext, document: Embedded): Promise<Float32Array[]> => {
  if (document.texts.length === 0) return Promise.resolve([]);
  const all = run.ctx.use(embeddings);
  const { knowledgeBaseId, modelId, isPaid } = document;
  const key = `${run.ctx.tenantId} ${knowledgeBaseId} ${modelId} ${isPaid}`;
  const embedding = all.get(key) ?? new Embedding();
  all.set(key, embedding);
  return new Promise((resolve, reject) => {
    embedding.add({ ...document, run, resolve, reject });
    void embedding.work().finally(() => {
      if (embedding.isIdle) all.delete(key);
    });
  });
};

/**
 * The functions that turn a document into sections, chunks and vectors, for modules that split it again for another index
 * version.
 */
export const chunkWriting = {
  createSectionCutter,
  rowOf: toChunkRow,
  hashOf: hashChunk,
  embeddedTitle,
  readNames,
  storeChunks,
  storeVectors,
};
