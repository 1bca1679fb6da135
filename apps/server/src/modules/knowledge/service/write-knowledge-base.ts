import type { KnowledgeBase, NewKnowledgeBase, RetrievalSettings } from '@atelier/contracts';
import type { z } from 'zod';
import type { AnyCtx, Ctx } from '../../../kernel/context.ts';
import { fail } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { checkPlanLimit } from '../../billing/index.ts';
import { findEmbeddingModel } from '../../models/index.ts';
import { knowledgeBaseRepository } from '../repository/knowledge-bases.ts';
import { chooseStore } from '../vector-store/choose-store.ts';
import { getKnowledgeBase, getKnowledgeBaseRow } from './reads.ts';

/** A mode that compares meanings can only be chosen where there are vectors to compare. */
const checkMode = (retrieval: RetrievalSettings, embeddingModelId: string | null): void => {
  const needsVectors = retrieval.mode === 'VECTOR' || retrieval.mode === 'HYBRID';
  if (needsVectors && embeddingModelId === null) fail('knowledge.embedding_unavailable');
};

/**
 * Makes a knowledge base with an empty index. It embeds with the model that is named, else with the tenant's default.
 * Throws `knowledge.name_taken`, `knowledge.embedding_unavailable`, and what `chooseStore` throws.
 */
export const createKnowledgeBase = async (
  ctx: Ctx,
  input: z.output<typeof NewKnowledgeBase>,
): Promise<KnowledgeBase> => {
  const found = await findEmbeddingModel(ctx, input.embeddingModelId ?? null);
  if (input.embeddingModelId && !found) fail('knowledge.embedding_unavailable');
  const embeddingModelId = found?.modelId ?? null;
  checkMode(input.retrieval, embeddingModelId);
  const id = newId('kb');
  const { name, description = '', vectorStore, connectionId, retrieval, chunking } = input;
  return ctx.tx(async (tx) => {
    await checkPlanLimit(tx, 'knowledgeBases', () => knowledgeBaseRepository.count(tx.db));
    const store = await chooseStore(tx, { vectorStore, connectionId, embeddingModelId });
    await knowledgeBaseRepository.insert(
      tx.db,
      { id, name, description, retrieval },
      { id: newId('ixv'), chunking, embeddingModelId, ...store },
    );
    await tx.audit('knowledge.created', id, { name });
    return getKnowledgeBase(tx, id);
  });
};

interface Change {
  name?: string | undefined;
  description?: string | undefined;
  retrieval?: RetrievalSettings | undefined;
}

/** Throws `knowledge.not_found`, `knowledge.name_taken` and `knowledge.embedding_unavailable`. */
export const updateKnowledgeBase = (
  ctx: AnyCtx,
  id: string,
  { name, description, retrieval }: Change,
): Promise<KnowledgeBase> =>
  ctx.tx(async (tx) => {
    const { index } = await getKnowledgeBaseRow(tx, id);
    if (retrieval) checkMode(retrieval, index.embeddingModelId);
    await knowledgeBaseRepository.update(tx.db, id, {
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description }),
      ...(retrieval === undefined ? {} : { retrieval }),
    });
    const changed = Object.entries({ name, description, retrieval })
      .filter(([, value]) => value !== undefined)
      .map(([key]) => key);
    await tx.audit('knowledge.updated', id, { changed });
    return getKnowledgeBase(tx, id);
  });
