import type { RetrievalSettings } from '@atelier/contracts/content/retrieval/retrieval-shapes';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { getKnowledgeBaseRow } from '../../bases/index.ts';
import { type KnowledgeFound, searchKnowledge } from '../search-knowledge.ts';
import { settingsOf } from '../search-plan.ts';

type Overrides = { [Setting in keyof RetrievalSettings]?: RetrievalSettings[Setting] | undefined };

export interface RetrievalTest extends Overrides {
  knowledgeBaseId: string;
  query: string;
}

/** Returns the knowledge base's settings, overridden by those given for this search. */
export const withOverrides = (stored: RetrievalSettings, overrides: Overrides): RetrievalSettings =>
  settingsOf({
    ...stored,
    ...Object.fromEntries(Object.entries(overrides).filter(([, value]) => value !== undefined)),
  });

/** Searches one knowledge base. Settings that are not given come from the knowledge base. Throws `knowledge.not_found`. */
export const testRetrieval = async (
  ctx: Ctx,
  { knowledgeBaseId, query, ...overrides }: RetrievalTest,
  signal: AbortSignal,
): Promise<KnowledgeFound> => {
  const { base } = await ctx.tx((tx) => getKnowledgeBaseRow(tx, knowledgeBaseId));
  return searchKnowledge(ctx, {
    ...withOverrides(base.retrieval, overrides),
    knowledgeBaseIds: [knowledgeBaseId],
    query,
    isTest: true,
    signal,
  });
};
