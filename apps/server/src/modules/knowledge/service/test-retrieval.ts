import type { RetrievalMode } from '@atelier/contracts';
import type { Ctx } from '../../../kernel/context.ts';
import { type KnowledgeFound, searchKnowledge } from '../search/search-knowledge.ts';
import { getKnowledgeBaseRow } from './reads.ts';

interface RetrievalTest {
  knowledgeBaseId: string;
  query: string;
  topK?: number | undefined;
  scoreThreshold?: number | undefined;
  mode?: RetrievalMode | undefined;
}

/** Searches one knowledge base; what is not given comes from its own settings. Throws `knowledge.not_found`. */
export const testRetrieval = async (
  ctx: Ctx,
  { knowledgeBaseId, query, topK, scoreThreshold, mode }: RetrievalTest,
  signal: AbortSignal,
): Promise<KnowledgeFound> => {
  const { base } = await ctx.tx((tx) => getKnowledgeBaseRow(tx, knowledgeBaseId));
  return searchKnowledge(ctx, {
    knowledgeBaseIds: [knowledgeBaseId],
    query,
    mode: mode ?? base.retrieval.mode,
    topK: topK ?? base.retrieval.topK,
    scoreThreshold: scoreThreshold ?? base.retrieval.scoreThreshold,
    signal,
  });
};
