import { currentIndexFormat } from '@atelier/contracts/content/bases/index-format';
import type {
  KnowledgeBase,
  NewKnowledgeBase,
  VectorStoreName,
} from '@atelier/contracts/content/bases/knowledge-shapes';
import type { ConnectionService } from '@atelier/contracts/content/connections/connections';
import type { z } from 'zod';
import { fail } from '../../../../kernel/base/errors.ts';
import { newId } from '../../../../kernel/base/ids.ts';
import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
import { checkPlanLimit } from '../../../money/billing/index.ts';
import { findKnowledgeBaseUses } from '../extension-points.ts';
import { knowledgeBaseRepository } from '../repository/knowledge-bases.ts';
import type { KnowledgeBaseRow } from '../tables.ts';
import { getKnowledgeBase } from './reads.ts';

export interface StoreChoice {
  vectorStore: VectorStoreName;
  /** The connection that was chosen, if the tenant has it. */
  connection?: { id: string; service: ConnectionService; kind: string } | undefined;
  embeddingModelId: string | null;
}

/**
 * Checks where an index version keeps its vectors. The built-in store needs no connection, so a connection given with it is
 * dropped. Throws `vector_stores.connection_unfit` and `vector_stores.embedding_missing`.
 */
export const chooseStore = ({
  vectorStore,
  connection,
  embeddingModelId,
}: StoreChoice): { vectorStore: VectorStoreName; connectionId: string | null } => {
  if (vectorStore === 'EMBEDDED') return { vectorStore, connectionId: null };
  if (embeddingModelId === null) return fail('vector_stores.embedding_missing');
  if (connection?.service !== 'VECTOR_STORE' || connection.kind !== vectorStore)
    return fail('vector_stores.connection_unfit');
  return { vectorStore, connectionId: connection.id };
};

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

/** Returns which of the knowledge bases exist, and locks them against switching and deletion until the transaction ends. */
export const holdKnowledgeBases = (
  { db }: TxCtx,
  ids: readonly string[],
): Promise<Pick<KnowledgeBaseRow, 'id' | 'status'>[]> => knowledgeBaseRepository.hold(db, ids);

/** Notes that the content of a knowledge base changed. */
export const touchKnowledgeBase = ({ db }: TxCtx, id: string): Promise<void> =>
  knowledgeBaseRepository.touch(db, id);

/** Counts an uploaded file that the knowledge base already contained. */
export const countUnchangedFile = ({ db }: TxCtx, id: string): Promise<void> =>
  knowledgeBaseRepository.countUnchanged(db, id);

/**
 * Deletes a knowledge base after `empty` has removed what it contains. Uploads wait meanwhile. Throws `knowledge.not_found`, and
 * `knowledge.in_use` with the apps that answer from it, unless `force` is set.
 */
export const removeKnowledgeBaseRow = async (
  tx: TxCtx,
  { id, force }: { id: string; force: boolean },
  empty: () => Promise<void>,
): Promise<KnowledgeBaseRow> => {
  const base = (await knowledgeBaseRepository.lock(tx.db, id)) ?? fail('knowledge.not_found');
  const uses = await findKnowledgeBaseUses(tx, [id]);
  if (uses.length > 0 && !force)
    fail('knowledge.in_use', { apps: uses.map(({ appId, name }) => ({ appId, name })) });
  await empty();
  await knowledgeBaseRepository.remove(tx.db, id);
  return base;
};
