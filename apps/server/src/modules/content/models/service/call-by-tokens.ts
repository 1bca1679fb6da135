import { estimateTokens } from '@atelier/models';
import { createEmbeddingModel, type EmbeddingPurpose } from '@atelier/models/embedding';
import { rerankChunks } from '@atelier/models/rerank';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { builtinEmbedder, type Embedder } from '../builtin/list-builtin.ts';
import { builtinKind, findModel } from '../catalogue.ts';
import { computeCost, priceFor } from '../price.ts';
import { findProviderStamp, loadCatalogue, type OfferedModels, readCatalogue } from './load-catalogue.ts';
import {
  callInOnePiece,
  type OnePieceCall,
  type Paid,
  type SpentOn,
  sendInOnePiece,
  type Used,
} from './paid-call.ts';
import { fetchFor } from './providers/outbound-to.ts';

interface TokenCall extends Omit<OnePieceCall, 'most'> {
  /** The estimated number of tokens that are sent, for the hold. */
  expectedTokens: number;
}

type Counted = { usage: { inputTokens: number } };

/** Returns the price of a number of tokens that are sent, in micro-credits. */
export const costOfTokens = (
  { provider, model }: Pick<TokenCall, 'provider' | 'model'>,
  inputTokens: number,
): number => computeCost(priceFor(provider, model), { inputTokens, outputTokens: 0 });

/** Returns the usage of an answer that is priced by the tokens sent. */
export const usedTokens =
  (call: Pick<TokenCall, 'provider' | 'model'>) =>
  ({ usage: { inputTokens } }: Counted): Used => ({ inputTokens, cost: costOfTokens(call, inputTokens) });

/** Makes a call that is priced by the tokens sent. The caller charges it in the transaction that uses the answer. */
export const callByTokensUnpaid = <T extends Counted>(
  ctx: Ctx,
  { expectedTokens, ...call }: TokenCall,
  send: () => Promise<T>,
): Promise<Paid<T>> =>
  callInOnePiece(
    ctx,
    { ...call, most: costOfTokens(call, expectedTokens) },
    { send, usedBy: usedTokens(call) },
  );

/** Makes a call that is priced by the tokens sent, and charges at once the number that the provider reports. */
export const callByTokens = async <T extends Counted>(
  ctx: Ctx,
  call: TokenCall,
  send: () => Promise<T>,
): Promise<T> => {
  const answer = await callByTokensUnpaid(ctx, call, send);
  await answer.charge(ctx);
  return answer;
};

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

export interface RerankOrder extends SpentOn {
  /** `<provider>/<the provider's name of the rerank model>` */
  modelId: string;
  query: string;
  texts: readonly string[];
  signal?: AbortSignal | undefined;
}

/** A model that its provider does not list is accepted too, so that a name typed into the settings keeps working. */
const findProvider = async (ctx: Ctx, modelId: string) => {
  const { providers } = await loadCatalogue(ctx);
  const provider = providers.find(({ providerId }) => modelId.startsWith(`${providerId}/`));
  return provider && { provider, model: modelId.slice(provider.providerId.length + 1) };
};

/**
 * Returns one score for each text, higher being better, and charges the actual usage. Throws `models.not_found`,
 * `billing.credits_too_low` and the upstream failures.
 */
export const rerankTexts = async (
  ctx: Ctx,
  { modelId, query, texts, signal, ...spentOn }: RerankOrder,
): Promise<number[]> => {
  const { provider, model } = (await findProvider(ctx, modelId)) ?? fail('models.not_found');
  const expectedTokens = texts.reduce((sum, text) => sum + estimateTokens(text) + estimateTokens(query), 0);
  const call = { modelId, provider: provider.kind, model, operation: 'rerank' } as const;
  const deps = { fetch: fetchFor(ctx, provider), modelId: model };
  const { scores } = await callByTokens(ctx, { ...spentOn, ...call, kind: 'OTHER', expectedTokens }, () =>
    rerankChunks(provider.config(), deps, { query, texts, signal }),
  );
  return scores;
};
