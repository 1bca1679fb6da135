import { setTimeout } from 'node:timers/promises';
import type { BuiltinEmbedding, BuiltinEmbeddings } from '@atelier/contracts/content/models';
import { sumFileBytes } from '@atelier/models/builtin';
import type { EmbeddingModel, Embeddings, EmbedOptions } from '@atelier/models/embedding';
import { fail } from '../../../../kernel/base/errors.ts';
import { weightsAddress } from '../../../../kernel/config/config-models.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { builtinModelId } from '../catalogue.ts';
import { embedding } from '../native-computations.ts';
import type { Weights } from './model-folder.ts';
import { builtinWeights } from './weights.ts';

/** Makes vectors of texts: a provider's model, or one that this server runs itself. */
export type Embedder = Pick<EmbeddingModel, 'embed'>;

/** The texts of one order. An import sends one order after another, so a question waits for a few chunks at most. */
const textsOfOrder = 4;

/** Embeds with a model that this server runs itself, in the process for native code. */
export const builtinEmbedder = (ctx: Ctx, modelId: string): Embedder => ({
  async embed(texts: string[], { purpose = 'CHUNK', signal }: EmbedOptions = {}): Promise<Embeddings> {
    const all = await ctx.use(builtinWeights).ready();
    const { model, folder } = all.find((weights) => weights.model.id === modelId) ?? fail('models.not_found');
    const { dimensions, mostTokens, prefixes } = model;
    // Companies take turns, and so do the questions and the imports of one company.
    const asker = { tenantId: `${ctx.tenantId} ${purpose}`, signal };
    const vectors: Float32Array[] = [];
    let inputTokens = 0;
    for (let at = 0; at < texts.length; at += textsOfOrder) {
      const some = texts.slice(at, at + textsOfOrder);
      const order = { folder, model: { dimensions, mostTokens, prefixes }, texts: some, purpose };
      const encoded = await ctx.services.compute.run(embedding, order, asker);
      for (let each = 0; each < some.length; each += 1)
        vectors.push(encoded.vectors.slice(each * dimensions, (each + 1) * dimensions));
      inputTokens += encoded.tokens;
    }
    return { vectors, usage: { inputTokens, estimated: false } };
  },
});

const present = (
  { model, state, bytes, reason, folder, files }: Weights,
  { isOperator, from }: { isOperator: boolean; from: string },
): BuiltinEmbedding => ({
  modelId: builtinModelId(model.id),
  label: model.label,
  languages: model.languages,
  licence: model.licence,
  state,
  bytes,
  totalBytes: sumFileBytes(model),
  reason: isOperator ? (reason ?? null) : null,
  folder: isOperator ? folder : null,
  files: isOperator
    ? model.files.map(({ name, path, bytes: size, sha256 }, at) => ({
        name,
        bytes: size,
        sha256,
        address: `${from}/${path}`,
        state: files[at] ?? 'MISSING',
      }))
    : [],
});

/** Lists the embedding models that the operator chose. Paths and reasons are for the operator alone. */
export const listBuiltin = async (ctx: Ctx, isOperator: boolean): Promise<BuiltinEmbeddings> => {
  const weights = ctx.use(builtinWeights);
  await weights.ready();
  const from = ctx.services.config.models.weightsFrom ?? weightsAddress;
  return { models: weights.all.map((each) => present(each, { isOperator, from })), canDownload: isOperator };
};

/** Begins to look for weights and to download what is missing, and does not wait for the end. Throws `models.weights_operator_only`. */
export const downloadBuiltin = async (ctx: Ctx, isOperator: boolean): Promise<BuiltinEmbeddings> => {
  if (!isOperator) fail('models.weights_operator_only');
  const weights = ctx.use(builtinWeights);
  // Weights that were put in the folder by hand are found at once.
  await weights.look();
  const fetching = weights.fetchNow();
  await Promise.race([fetching, setTimeout(500)]);
  return listBuiltin(ctx, isOperator);
};
