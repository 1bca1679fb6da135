import { currentIndexFormat } from '@atelier/contracts/content/bases/index-format';
import type { KnowledgeBase, NewKnowledgeBase } from '@atelier/contracts/content/bases/knowledge-shapes';
import type { z } from 'zod';
import { newId } from '../../../../kernel/base/ids.ts';
import type { AnyCtx } from '../../../../kernel/context/context.ts';
import { checkPlanLimit } from '../../../money/billing/index.ts';
import { chooseStore, type StoreChoice } from '../choose-store.ts';
import { knowledgeBaseRepository } from '../repository/knowledge-bases.ts';
import { getKnowledgeBase } from './reads.ts';

export type NewBase = z.output<typeof NewKnowledgeBase>;

/**
 * Creates a knowledge base with an empty index that embeds with the given model. Throws `knowledge.name_taken`,
 * `billing.plan_limit`, and what `chooseStore` throws.
 */
export const addKnowledgeBase = (
  ctx: AnyCtx,
  input: NewBase,
  chosen: Omit<StoreChoice, 'vectorStore'>,
): Promise<KnowledgeBase> =>
  ctx.tx(async (tx) => {
    const id = newId('kb');
    const { name, description = '', vectorStore, retrieval, imageHandling } = input;
    const { chunking, language, languageModelId } = input;
    await checkPlanLimit(tx, 'knowledgeBases', () => knowledgeBaseRepository.count(tx.db));
    const store = chooseStore({ vectorStore, ...chosen });
    await knowledgeBaseRepository.insert(
      tx.db,
      { id, name, description, languageModelId, retrieval, imageHandling },
      {
        ...{ id: newId('ixv'), chunking, language, format: currentIndexFormat },
        ...{ embeddingModelId: chosen.embeddingModelId, ...store },
      },
    );
    await tx.audit('knowledge.created', id, { name });
    return getKnowledgeBase(tx, id);
  });
