import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { visibleKnowledge } from '../../../content/bases/declarations.ts';
import { listKnowledgeBaseRows } from '../../../content/bases/index.ts';
import { resolveChatModel } from '../../../content/models/index.ts';
import { automaticSettings, explainAutomatic, type KnowledgeFacts } from '../automatic-settings.ts';

type Bases = Awaited<ReturnType<typeof listKnowledgeBaseRows>>;

const toKnowledgeFacts = (bases: Bases): KnowledgeFacts[] =>
  bases.map(({ base, index }) => ({
    name: base.name,
    retrieval: base.retrieval,
    hasEmbeddings: index.embeddingModelId !== null,
  }));

/** Returns what the automatic configuration of an app on these knowledge bases is. */
export const findAutomaticSettings = async (tx: TxCtx, knowledgeBaseIds: readonly string[]) =>
  automaticSettings(toKnowledgeFacts(await listKnowledgeBaseRows(tx, knowledgeBaseIds)));

/** Explains the automatic configuration on these knowledge bases. Throws `apps.knowledge_base_not_found`. */
export const explainAutomaticSettings = async (ctx: Ctx, knowledgeBaseIds: readonly string[]) => {
  const ids = [...new Set(knowledgeBaseIds)];
  const bases = await ctx.tx((tx) => listKnowledgeBaseRows(tx, ids, visibleKnowledge.bases(tx)));
  if (bases.length < ids.length) fail('apps.knowledge_base_not_found');
  const facts = toKnowledgeFacts(bases);
  const { modelId, extractive } = await resolveChatModel(ctx, null);
  const modelLabel = extractive ? 'Atelier extractive' : modelId.slice(modelId.indexOf('/') + 1);
  return {
    settings: automaticSettings(facts),
    choices: explainAutomatic(facts, { modelLabel, isExtractive: extractive }),
  };
};
