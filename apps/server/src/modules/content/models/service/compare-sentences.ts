import { type ExtractiveRequest, likenessModel } from '@atelier/models/extractive';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { builtinEmbedder } from '../builtin/builtin-embedder.ts';
import { builtinWeights } from '../builtin/weights.ts';
import { comparison } from '../computations.ts';

/** An answer waits no longer for its likenesses. The model takes a second to open, and an import may come before. */
const longestMs = 3_000;

const cosine = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);

/**
 * Returns the likenesses of the sentences of a request to its question, by the embedding model of this server. Returns undefined where the
 * model is not there or too slow, or where no likeness is needed: then words alone decide.
 */
export const compareSentences = async (
  ctx: Ctx,
  request: ExtractiveRequest,
  signal: AbortSignal | undefined,
): Promise<number[] | undefined> => {
  const ready = await ctx.use(builtinWeights).ready();
  if (!ready.some(({ model }) => model.id === likenessModel)) return undefined;
  const asker = { tenantId: ctx.tenantId, signal };
  const compared = await ctx.services.compute.run(comparison, request, asker);
  if (!compared) return undefined;
  const limit = AbortSignal.timeout(longestMs);
  try {
    const { vectors } = await builtinEmbedder(ctx, likenessModel).embed(
      [compared.question, ...compared.sentences],
      { purpose: 'QUESTION', signal: signal ? AbortSignal.any([signal, limit]) : limit },
    );
    const [question, ...sentences] = vectors;
    return question && sentences.map((sentence) => cosine(question, sentence));
  } catch (error) {
    if (!signal?.aborted)
      ctx.services.log.warn({ err: error }, 'an answer was chosen without comparing meanings');
    return undefined;
  }
};
