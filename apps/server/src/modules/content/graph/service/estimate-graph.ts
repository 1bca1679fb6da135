import type { GraphEstimate } from '@atelier/contracts/content/graph/graph-shapes';
import { toCredits } from '../../../../kernel/base/credits.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { computeCost } from '../../models/index.ts';
import { getGraphSettings } from '../../search/index.ts';
import { resolveGraphModel, toAnswerModel } from '../graph-models.ts';
import { answerRepository } from '../repository/answers.ts';

/** The tokens of the instructions sent with each chunk, and of the reply: a fixed part and one that grows with the text. */
const tokens = { instructions: 330, reply: 120, replyShare: 0.8 };
/** Used until a chunk was measured: the usual milliseconds for a reply of this length, with four chunks at a time. */
const usual = { milliseconds: 4000, lanes: 4 };

/** Estimates the cost of reading the remaining chunks. Throws `knowledge.not_found` and `graph.model_unsupported`. */
export const estimateGraph = async (
  ctx: Ctx,
  knowledgeBaseId: string,
  modelId: string,
): Promise<GraphEstimate> => {
  await ctx.tx((tx) => getGraphSettings(tx, knowledgeBaseId));
  const { price } = await resolveGraphModel(ctx, modelId);
  const scope = { knowledgeBaseId, model: toAnswerModel(modelId) };
  const { counts, average } = await ctx.tx(async (tx) => ({
    counts: await answerRepository.countChunks(tx.db, scope),
    average: await answerRepository.averageTime(tx.db, scope),
  }));
  const { pending_contents: unread, pending_tokens: text } = counts;
  const inputTokens = unread * tokens.instructions + text;
  const outputTokens = Math.ceil(unread * tokens.reply + text * tokens.replyShare);
  return {
    chunks: counts.total,
    known: counts.done,
    inputTokens,
    outputTokens,
    credits: toCredits(computeCost(price, { inputTokens, outputTokens })),
    seconds: Math.ceil((unread * (average ?? usual.milliseconds)) / usual.lanes / 1000),
  };
};
