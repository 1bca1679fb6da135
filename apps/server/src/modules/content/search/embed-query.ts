import { AppError } from '../../../kernel/base/errors.ts';
import type { Ctx, TxCtx } from '../../../kernel/context/context.ts';
import type { KnowledgeBaseWithIndex } from '../bases/index.ts';
import { questionEmbedding } from '../models/index.ts';
import type { PaidEmbeddings } from './paid-embeddings.ts';
import { type QuestionVectors, questionVectors } from './question-vectors.ts';

/** The vector of each question for each embedding model. */
export type VectorsByModel = ReadonlyMap<string, readonly Float32Array[]>;

/** The vectors of questions, and the failures. */
export interface QueryVectors {
  byModel: VectorsByModel;
  failure: AppError | undefined;
}

/** The model calls that a search has made and not charged yet. They are charged in the transaction that uses their results. */
export class UnpaidCalls {
  readonly #settles: ((tx: TxCtx) => Promise<void>)[] = [];
  #areOneStatement = false;

  /** `isOneStatement` tells that `settle` sends exactly one statement, and at once. */
  add(settle: (tx: TxCtx) => Promise<void>, isOneStatement = false): void {
    this.#settles.push(settle);
    this.#areOneStatement = isOneStatement && this.#settles.length === 1;
  }

  /** True when `settle` may send its statement together with the commit of the transaction. */
  get areOneStatement(): boolean {
    return this.#areOneStatement;
  }

  get isAny(): boolean {
    return this.#settles.length > 0;
  }

  /** Call it at the end of a transaction. Charging a call again does nothing. */
  settle = async (tx: TxCtx): Promise<void> => {
    for (const settle of this.#settles) await settle(tx);
  };
}

/**
 * The vectors that are already known, and the stamp of the tenant's providers for which they are valid (see `questionEmbedding.readStamp`).
 */
export interface KnownVectors {
  vectors: QuestionVectors;
  providers: string;
}

/** The app that searches, if any, and who pays. */
interface Embedding {
  appId: string | undefined;
  signal: AbortSignal | undefined;
  known: KnownVectors;
  unpaid: UnpaidCalls;
  paid: PaidEmbeddings | undefined;
}

interface QuestionOf extends Embedding {
  bases: readonly KnowledgeBaseWithIndex[];
}

export const modelsOf = (bases: readonly KnowledgeBaseWithIndex[]): Set<string> =>
  new Set(bases.flatMap(({ index }) => (index.dimensions === null ? [] : (index.embeddingModelId ?? []))));

const ownerOf = ({ tenantId }: Ctx | TxCtx, { providers }: KnownVectors, modelId: string) => ({
  tenantId,
  providers,
  modelId,
});

/** Returns the vectors of a question for every model if all of them are known; undefined otherwise. */
export const findKnownVectors = (
  ctx: Ctx | TxCtx,
  query: string,
  { bases, known }: Pick<QuestionOf, 'bases' | 'known'>,
): VectorsByModel | undefined => {
  const byModel = new Map<string, Float32Array[]>();
  for (const modelId of modelsOf(bases)) {
    const vector = known.vectors.find(ownerOf(ctx, known, modelId), query);
    if (!vector) return undefined;
    byModel.set(modelId, [vector]);
  }
  return byModel;
};

/** Embeds the questions that are not known yet with one model, and returns the vectors of all. */
const embedWith = async (
  ctx: Ctx,
  { modelId, queries }: { modelId: string; queries: readonly string[] },
  { appId, signal, known, unpaid, paid }: Embedding,
): Promise<Float32Array[]> => {
  const owner = ownerOf(ctx, known, modelId);
  const found = new Map<string, Float32Array | undefined>();
  for (const query of queries) {
    const vector = known.vectors.find(owner, query) ?? (await paid?.embed(ctx, { modelId, query, signal }));
    found.set(query, vector);
    if (vector) known.vectors.keep(owner, query, vector);
  }
  const texts = [...found].flatMap(([query, vector]) => (vector ? [] : [query]));
  if (texts.length > 0) {
    const order = { modelId, texts, purpose: 'QUESTION' as const, reference: 'query', appId };
    const { vectors, settle } = await questionEmbedding.embed(ctx, {
      ...order,
      ...(signal ? { signal } : {}),
    });
    unpaid.add(settle);
    for (const [at, text] of texts.entries()) {
      const vector = vectors[at];
      if (!vector) continue;
      found.set(text, vector);
      known.vectors.keep(owner, text, vector);
    }
  }
  return queries.flatMap((query) => found.get(query) ?? []);
};

/** The failure of a model is returned, not thrown. */
const embedWithEach = async (
  ctx: Ctx,
  { modelIds, queries }: { modelIds: Iterable<string>; queries: readonly string[] },
  question: Embedding,
): Promise<QueryVectors> => {
  const byModel = new Map<string, Float32Array[]>();
  let failure: AppError | undefined;
  for (const modelId of modelIds) {
    try {
      byModel.set(modelId, await embedWith(ctx, { modelId, queries }, question));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      failure = error;
    }
  }
  return { byModel, failure };
};

/**
 * Embeds the questions once per model that the knowledge bases use. A question that was embedded recently is neither sent nor paid for
 * again.
 */
export const embedQueries = (
  ctx: Ctx,
  queries: readonly string[],
  { bases, ...embedding }: QuestionOf,
): Promise<QueryVectors> => embedWithEach(ctx, { modelIds: modelsOf(bases), queries }, embedding);

/** Embeds a question before anything is read, so that the search finds its vectors. The search also learns of a failure, from `paid`. */
export const embedAhead = async (
  ctx: Ctx,
  query: string,
  { paid, ...embedding }: Omit<Embedding, 'known' | 'paid'> & { paid: PaidEmbeddings },
): Promise<void> => {
  const known = { vectors: ctx.use(questionVectors), providers: paid.providers };
  await embedWithEach(ctx, { modelIds: paid.modelIds, queries: [query] }, { ...embedding, paid, known });
};
