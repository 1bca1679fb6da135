import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { findModel } from '../catalogue.ts';
import { costOfTokens, usedTokens } from './call-by-tokens.ts';
import { createEmbedder, embeddingCall, embedTextsUnpaid, type FoundModel } from './embed-texts.ts';
import { findProviderStamp, type OfferedModels, readCatalogue } from './load-catalogue.ts';
import type { Used } from './paid-call.ts';
import { sendInOnePiece } from './paid-call.ts';

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
