import type { Ctx } from '../../../../kernel/context/context.ts';
import { type KnowledgeFound, searchKnowledge } from '../search-knowledge.ts';
import type { GivenSettings } from '../search-plan.ts';

export interface RetrievalTest extends GivenSettings {
  knowledgeBaseId: string;
  query: string;
}

/** Searches one knowledge base. Settings that are not given come from the knowledge base. Throws `knowledge.not_found`. */
export const testRetrieval = (
  ctx: Ctx,
  { knowledgeBaseId, query, ...given }: RetrievalTest,
  signal: AbortSignal,
): Promise<KnowledgeFound> =>
  searchKnowledge(ctx, { ...given, knowledgeBaseIds: [knowledgeBaseId], query, isTest: true, signal });
