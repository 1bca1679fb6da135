import { estimateTokens } from '@atelier/models';
import { createEmbeddingModel, type EmbeddingPurpose } from '@atelier/models/embedding';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { builtinEmbedder, type Embedder } from '../builtin/list-builtin.ts';
import { builtinKind, findModel } from '../catalogue.ts';
import { callByTokensUnpaid, costOfTokens, usedTokens } from './call-by-tokens.ts';
import { findProviderStamp, loadCatalogue, type OfferedModels, readCatalogue } from './load-catalogue.ts';
import { type Paid, type SpentOn, sendInOnePiece, type Used } from './paid-call.ts';
import { fetchFor } from './providers/outbound-to.ts';

interface EmbedOrder extends SpentOn {
  modelId: string;
  texts: string[];
  /** The default is to embed chunks. */
  purpose?: EmbeddingPurpose;
  signal?: AbortSignal;
}

type Vectors = { vectors: Float32Array[] };

/** The embedding model of a provider, as the provider calls it. */
type FoundModel = NonNullable<ReturnType<typeof findModel>>;

const createEmbedder = (ctx: Ctx, { provider, model }: FoundModel): Embedder =>
  provider.kind === builtinKind
    ? builtinEmbedder(ctx, model)
    : createEmbeddingModel(provider.config(), { fetch: fetchFor(ctx, provider), modelId: model });

const embeddingCall = (modelId: string, { provider, model }: FoundModel) =>
  ({ modelId, provider: provider.kind, model, operation: 'embedding' }) as const;

/**
 * Returns the vectors of texts, in the same order; the caller charges them in the transaction that uses them. Throws
 * `models.not_found`, `billing.credits_too_low` and the upstream failures.
 */
export const embedTextsUnpaid = async (
  ctx: Ctx,
  { modelId, texts, purpose, signal, ...spentOn }: EmbedOrder,
): Promise<Paid<Vectors>> => {
  const found = findModel(await loadCatalogue(ctx), 'EMBEDDING', modelId) ?? fail('models.not_found');
  const expectedTokens = texts.reduce((sum, text) => sum + estimateTokens(text), 0);
  const call = { ...spentOn, ...embeddingCall(modelId, found), kind: 'EMBEDDING' as const, expectedTokens };
  return callByTokensUnpaid(ctx, call, () => createEmbedder(ctx, found).embed(texts, { signal, purpose }));
};

interface EmbeddingUse extends Used {
  kind: 'EMBEDDING';
  modelId: string;
}

/** The embedding of a question with one model, which is paid for by a hold of the caller: it holds `amount` and settles `uses`. */
export class HeldEmbedding {
  readonly modelId: string;
  /** The most that it can cost, in micro-credits. */
  readonly amount: number;
  readonly #model: FoundModel;
  #used: Used | undefined;

  constructor(modelId: string, model: FoundModel, expectedTokens: number) {
    this.modelId = modelId;
    this.#model = model;
    this.amount = costOfTokens(this.#call, expectedTokens);
  }

  get #call() {
    return embeddingCall(this.modelId, this.#model);
  }

  /** The use to charge; none when nothing was embedded. */
  get uses(): EmbeddingUse[] {
    return this.#used ? [{ kind: 'EMBEDDING', modelId: this.modelId, ...this.#used }] : [];
  }

  /** Throws the upstream failures. */
  async embed(ctx: Ctx, text: string, signal?: AbortSignal): Promise<Float32Array | undefined> {
    const send = () => createEmbedder(ctx, this.#model).embed([text], { signal, purpose: 'QUESTION' });
    const piece = { send, usedBy: usedTokens(this.#call) };
    const { vectors } = await sendInOnePiece(ctx, this.#call, piece, (used) => {
      this.#used = used;
    });
    return vectors[0];
  }
}

/** Embeds questions, whose vectors the caller may keep and use again. */
export const questionEmbedding = {
  embed: embedTextsUnpaid,

  /** Finds the embedding models among `modelIds`, in a transaction that holds the credits for a question of so many tokens. */
  async find(
    tx: TxCtx,
    offered: OfferedModels,
    { modelIds, tokens }: { modelIds: readonly string[]; tokens: number },
  ): Promise<HeldEmbedding[]> {
    const catalogue = await readCatalogue(tx, offered);
    return modelIds.flatMap((modelId) => {
      const found = findModel(catalogue, 'EMBEDDING', modelId);
      return found ? new HeldEmbedding(modelId, found, tokens) : [];
    });
  },

  /** Returns a text that changes with every change of the tenant's own providers. Vectors with another stamp must not be used again. */
  readStamp: findProviderStamp,
};
