import { AppError } from '../../../kernel/base/errors.ts';
import type { Ctx, TxCtx } from '../../../kernel/context/context.ts';
import { holdAtEnd, holdCredits, settleHold } from '../../money/billing/index.ts';
import type { HeldEmbedding } from '../models/index.ts';

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
