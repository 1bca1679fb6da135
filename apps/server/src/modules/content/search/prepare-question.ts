import { isOperatorModel } from '@atelier/contracts/content/models';
import type { RetrievalSettings } from '@atelier/contracts/content/retrieval/retrieval-shapes';
import { estimateTokens } from '@atelier/models';
import { defineMemory } from '../../../kernel/cache/define-memory.ts';
import type { TxCtx } from '../../../kernel/context/context.ts';
import type { KnowledgeBaseWithIndex } from '../bases/declarations.ts';
import { listEmbeddingModels } from '../bases/index.ts';
import { type OfferedModels, questionEmbedding } from '../models/index.ts';
import { type KnownVectors, listModelIds, PaidEmbeddings } from './embed-query.ts';
import { questionVectors, toVectorKey } from './question-vectors.ts';
import { completeSettings, embedsQuestion, type GivenSettings } from './search-plan.ts';

const isKnownTo = ({ vectors, providers }: KnownVectors, { tenantId }: TxCtx, query: string | undefined) => {
  return (modelId: string): boolean =>
    query !== undefined && vectors.has(toVectorKey({ tenantId, providers, modelId }, query));
};

/** A question that will be searched for. */
interface Expected {
  knowledgeBaseIds: readonly string[];
  settings: GivenSettings;
  /** Undefined when a model writes it first. */
  query: string | undefined;
  /** The most tokens of a question that a model writes. */
  mostTokens: number;
  /** The model that answers it. */
  modelId: string;
}

const embeddingModels = defineMemory<string[]>({ name: 'search.embedding-models', most: 2000 });

const expectedModels = (tx: TxCtx, ids: readonly string[]): Promise<string[]> =>
  tx.remember(embeddingModels, ids.join(' '), () => listEmbeddingModels(tx, ids));

/**
 * Finds the embeddings which the search for a question will need, in the transaction that holds the credits for its answer. The operator's
 * budget may refuse a model of theirs, and then the question is searched by words, so such a model is only paid for together with another
 * one of theirs.
 */
export const planQuestionEmbeddings = async (
  tx: TxCtx,
  offered: OfferedModels,
  { knowledgeBaseIds, settings, query, mostTokens, modelId }: Expected,
): Promise<PaidEmbeddings | undefined> => {
  if (knowledgeBaseIds.length === 0 || !embedsQuestion(completeSettings(settings))) return undefined;
  const [modelIds, providers] = await Promise.all([
    expectedModels(tx, knowledgeBaseIds),
    questionEmbedding.readStamp(tx),
  ]);
  const isKnown = isKnownTo({ vectors: offered.ctx.use(questionVectors), providers }, tx, query);
  const wanted = modelIds.filter((id) => isOperatorModel(id) === isOperatorModel(modelId) && !isKnown(id));
  const tokens = query === undefined ? mostTokens : estimateTokens(query);
  return new PaidEmbeddings(
    await questionEmbedding.find(tx, offered, { modelIds: wanted, tokens }),
    providers,
  );
};

/** A search that no answer pays for. */
interface UnpaidSearch {
  settings: RetrievalSettings;
  known: KnownVectors;
  offered: OfferedModels;
  request: { query: string; appId?: string };
}

/**
 * Holds the credits for the embedding of a question that no answer pays for, with the commit of the transaction that found out that it is
 * needed. A model of the operator's is held for by its call.
 */
export const holdQuestionEmbeddings = async (
  tx: TxCtx,
  bases: readonly KnowledgeBaseWithIndex[],
  { settings, known, offered, request: { query, appId } }: UnpaidSearch,
): Promise<PaidEmbeddings | undefined> => {
  if (!embedsQuestion(settings)) return undefined;
  const isKnown = isKnownTo(known, tx, query);
  const modelIds = [...listModelIds(bases)].filter((id) => !isOperatorModel(id) && !isKnown(id));
  if (modelIds.length === 0) return undefined;
  const found = await questionEmbedding.find(tx, offered, { modelIds, tokens: estimateTokens(query) });
  const paid = new PaidEmbeddings(found, known.providers);
  await paid.holdAtEnd(tx, appId);
  return paid;
};
