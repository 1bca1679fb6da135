import { AppError } from '../../../kernel/base/errors.ts';
import type { Ctx, TxCtx } from '../../../kernel/context/context.ts';
import { holdAtEnd, holdCredits, settleHold } from '../../money/billing/index.ts';
import type { KnowledgeBaseWithIndex } from '../bases/declarations.ts';
import { questionEmbedding } from '../models/index.ts';
import { type QuestionVectors, questionVectors, toVectorKey } from './question-vectors.ts';

/** A question that one model embeds. */
interface Asked {
  modelId: string;
  query: string;
  signal: AbortSignal | undefined;
}

interface Embedded {
  query: string;
  vector: Promise<Float32Array | undefined>;
}

type HeldEmbedding = Awaited<ReturnType<typeof questionEmbedding.find>>[number];

/** The embeddings of one question that are paid for together: by the hold of the answer, or by one of their own. */
export class PaidEmbeddings {
  /** The stamp of the tenant's providers (see `questionEmbedding.readStamp`). */
  readonly providers: string;
  readonly #held: ReadonlyMap<string, HeldEmbedding>;
  readonly #embedded = new Map<string, Embedded>();
  #refusal: AppError | undefined;
  #holdId: string | null = null;
  #atEnd: Awaited<ReturnType<typeof holdAtEnd>> | undefined;

  constructor(held: readonly HeldEmbedding[], providers: string) {
    this.providers = providers;
    this.#held = new Map(held.map((one) => [one.modelId, one]));
  }

  get modelIds(): string[] {
    return [...this.#held.keys()];
  }

  /** The most that each model can cost, for the hold. */
  get calls(): { modelId: string; amount: number }[] {
    return [...this.#held.values()].map(({ modelId, amount }) => ({ modelId, amount }));
  }

  /** The usage, for the settlement. */
  get uses(): HeldEmbedding['uses'] {
    return [...this.#held.values()].flatMap(({ uses }) => uses);
  }

  /** Holds the credits with the last statement of the transaction. Call `confirm` after its commit. */
  async holdAtEnd(tx: TxCtx, appId: string | undefined): Promise<void> {
    this.#atEnd = await holdAtEnd(tx, this.#orderOf(appId));
  }

  /** Notes the hold, or tries again when there is none. A refusal is what `embed` throws later, and has written nothing. */
  async confirm(ctx: Ctx, appId: string | undefined): Promise<void> {
    try {
      const held = this.#atEnd?.id;
      this.#holdId =
        held === undefined ? (await ctx.tx((tx) => holdCredits(tx, this.#orderOf(appId)))).holdId : held;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.#refusal = error;
    }
  }

  /** True when the settlement is one statement, which can be the last of a transaction. */
  get settlesAtOnce(): boolean {
    return this.#holdId !== null;
  }

  /** Charges what was used of the hold. */
  settle(appId: string | undefined): (tx: TxCtx) => Promise<void> {
    return async (tx) => {
      if (this.#refusal) return;
      const settlement = { ...this.#workOf(appId), holdId: this.#holdId, cost: 0, further: this.uses };
      await settleHold(tx, settlement);
    };
  }

  /**
   * Embeds the question. Returns undefined when the model is not paid for, or has embedded another question. Throws a refusal of the hold
   * and the upstream failures.
   */
  async embed(ctx: Ctx, { modelId, query, signal }: Asked): Promise<Float32Array | undefined> {
    const held = this.#held.get(modelId);
    if (!held) return undefined;
    if (this.#refusal) throw this.#refusal;
    const known = this.#embedded.get(modelId);
    if (known) return known.query === query ? known.vector : undefined;
    const vector = held.embed(ctx, query, signal);
    this.#embedded.set(modelId, { query, vector });
    return vector;
  }

  #orderOf(appId: string | undefined) {
    return { ...this.#workOf(appId), amount: 0, further: this.calls };
  }

  #workOf(appId: string | undefined) {
    return { kind: 'EMBEDDING' as const, reference: 'query', appId: appId ?? null };
  }
}

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

export const listModelIds = (bases: readonly KnowledgeBaseWithIndex[]): Set<string> =>
  new Set(bases.flatMap(({ index }) => (index.dimensions === null ? [] : (index.embeddingModelId ?? []))));

const toVectorOwner = ({ tenantId }: Ctx | TxCtx, { providers }: KnownVectors, modelId: string) => ({
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
  for (const modelId of listModelIds(bases)) {
    const vector = known.vectors.get(toVectorKey(toVectorOwner(ctx, known, modelId), query));
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
  const owner = toVectorOwner(ctx, known, modelId);
  const found = new Map<string, Float32Array | undefined>();
  for (const query of queries) {
    const key = toVectorKey(owner, query);
    const vector = known.vectors.get(key) ?? (await paid?.embed(ctx, { modelId, query, signal }));
    found.set(query, vector);
    if (vector) known.vectors.set(key, vector);
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
      known.vectors.set(toVectorKey(owner, text), vector);
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
): Promise<QueryVectors> => embedWithEach(ctx, { modelIds: listModelIds(bases), queries }, embedding);

/** Embeds a question before anything is read, so that the search finds its vectors. The search also learns of a failure, from `paid`. */
export const embedAhead = async (
  ctx: Ctx,
  query: string,
  { paid, ...embedding }: Omit<Embedding, 'known' | 'paid'> & { paid: PaidEmbeddings },
): Promise<void> => {
  const known = { vectors: ctx.use(questionVectors), providers: paid.providers };
  await embedWithEach(ctx, { modelIds: paid.modelIds, queries: [query] }, { ...embedding, paid, known });
};
