import type { Embeddings, EmbedOptions } from '@atelier/models/embedding';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import type { Embedder } from '../embedder.ts';
import { embedding } from '../native-computations.ts';
import { builtinWeights } from './weights.ts';

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
