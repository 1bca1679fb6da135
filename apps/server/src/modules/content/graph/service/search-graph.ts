import type { GraphFound } from '@atelier/contracts/content/graph/graph-shapes';
import type { GraphSearchMode } from '@atelier/contracts/content/retrieval/retrieval-shapes';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { getGraphSettings, presentChunks } from '../../search/index.ts';
import { searchGraphs } from '../search/search-graph.ts';

interface Question {
  knowledgeBaseId: string;
  query: string;
  mode: GraphSearchMode;
  topK?: number | undefined;
}

/** A knowledge base that is switched off is not searched (KB-12). */
const switchedOff = {
  results: [],
  graph: { entities: [], relations: [], communities: [] },
  note: 'This knowledge base is switched off. Switch it on to search it.',
};

/**
 * Searches a graph. Every chunk is returned with its document and position, so that it can be cited. Throws
 * `knowledge.not_found`.
 */
export const searchGraph = async (ctx: Ctx, question: Question, signal: AbortSignal): Promise<GraphFound> => {
  const { knowledgeBaseId, query, mode } = question;
  const settings = await ctx.tx((tx) => getGraphSettings(tx, knowledgeBaseId));
  if (!settings.isOn) return { mode, ...switchedOff };
  const topK = question.topK ?? settings.topK;
  const found = await searchGraphs(ctx, { knowledgeBaseIds: [knowledgeBaseId], query, mode, topK, signal });
  const hits = found.hits.map(({ id, score }) => ({ chunkId: id, score }));
  const results = await ctx.tx((tx) => presentChunks(tx, question, hits));
  return { mode, results, graph: found.graph, note: found.note };
};
