import type {
  DataField,
  ImageHandling,
  KnowledgeBase,
  KnowledgeBaseChange,
} from '@atelier/contracts/content/bases/knowledge-shapes';
import type { RetrievalSettings } from '@atelier/contracts/content/retrieval/retrieval-shapes';
import { fail } from '../../../../kernel/base/errors.ts';
import { checkRevision } from '../../../../kernel/context/check-revision.ts';
import type { AnyCtx, Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { findConnection } from '../../connections/index.ts';
import { findModelId, findVisionModel } from '../../models/index.ts';
import { findKnowledgeBaseUses } from '../extension-points.ts';
import { knowledgeBaseRepository } from '../repository/knowledge-bases.ts';
import { addKnowledgeBase, type NewBase } from './knowledge-base-rows.ts';
import { getKnowledgeBase, getKnowledgeBaseRow } from './reads.ts';

/** A retriever that compares vectors requires an embedding model. */
const checkMode = (retrieval: RetrievalSettings, embeddingModelId: string | null): void => {
  const needsVectors = retrieval.mode === 'VECTOR' || retrieval.mode === 'HYBRID';
  if (needsVectors && embeddingModelId === null) fail('knowledge.embedding_unavailable');
};

/** Describing pictures requires a vision model. */
const checkImageHandling = async (ctx: Ctx, imageHandling: ImageHandling | undefined): Promise<void> => {
  if (imageHandling === undefined || imageHandling === 'OCR') return;
  if (!(await findVisionModel(ctx))) fail('knowledge.vision_unavailable');
};

const checkLanguageModel = async (ctx: Ctx, modelId: string | null | undefined): Promise<void> => {
  if (modelId && !(await findModelId(ctx, 'CHAT', modelId))) fail('knowledge.language_model_not_found');
};

/**
 * Creates a knowledge base that embeds with the given model, or with the tenant's default if none is given. Throws what
 * `addKnowledgeBase` throws, `knowledge.embedding_unavailable`, `knowledge.vision_unavailable` and
 * `knowledge.language_model_not_found`.
 */
export const createKnowledgeBase = async (ctx: Ctx, input: NewBase): Promise<KnowledgeBase> => {
  const embeddingModelId = await findModelId(ctx, 'EMBEDDING', input.embeddingModelId ?? null);
  if (input.embeddingModelId && !embeddingModelId) fail('knowledge.embedding_unavailable');
  checkMode(input.retrieval, embeddingModelId);
  await checkImageHandling(ctx, input.imageHandling);
  await checkLanguageModel(ctx, input.languageModelId);
  const { connectionId } = input;
  return ctx.tx(async (tx) => {
    const connection = connectionId ? await findConnection(tx, connectionId) : undefined;
    return addKnowledgeBase(tx, input, { embeddingModelId, connection });
  });
};

/** A knowledge base cannot be switched off while an app answers from it (KB-12). */
const checkUnused = async (tx: TxCtx, id: string): Promise<void> => {
  const uses = await findKnowledgeBaseUses(tx, [id]);
  if (uses.length > 0)
    fail('knowledge.used_by_apps', { apps: uses.map(({ appId, name }) => ({ appId, name })) });
};

const checkEdited = (tx: TxCtx, id: string, revision: number | undefined): Promise<void> =>
  checkRevision(tx, 'knowledge.changed_meanwhile', { id, revision, newest: () => getKnowledgeBase(tx, id) });

/**
 * Throws `knowledge.not_found`, `knowledge.changed_meanwhile`, `knowledge.name_taken`, `knowledge.embedding_unavailable`, `knowledge.vision_unavailable`,
 * `knowledge.language_model_not_found`, and `knowledge.used_by_apps` (with the apps) when a knowledge base that apps answer
 * from would be switched off.
 */
export const updateKnowledgeBase = async (
  ctx: Ctx,
  id: string,
  change: KnowledgeBaseChange,
): Promise<KnowledgeBase> => {
  await checkImageHandling(ctx, change.imageHandling);
  await checkLanguageModel(ctx, change.languageModelId);
  return ctx.tx(async (tx) => {
    await checkEdited(tx, id, change.revision);
    const { base, index } = await getKnowledgeBaseRow(tx, id);
    if (change.retrieval) checkMode(change.retrieval, index.embeddingModelId);
    if (change.status === 'OFF' && base.status === 'ON') {
      await knowledgeBaseRepository.lock(tx.db, id);
      await checkUnused(tx, id);
    }
    const { name, description, languageModelId, retrieval, status, share, summarize, imageHandling } = change;
    const columns = {
      name,
      description,
      languageModelId,
      retrieval,
      status,
      share,
      summarize,
      imageHandling,
    };
    await knowledgeBaseRepository.update(tx.db, id, columns);
    const changed = Object.entries(columns)
      .filter(([, value]) => value !== undefined)
      .map(([key]) => key);
    await tx.audit('knowledge.updated', id, { changed });
    return getKnowledgeBase(tx, id);
  });
};

/** Throws `knowledge.not_found` and `knowledge.changed_meanwhile`. */
export const saveDataStructure = (
  ctx: AnyCtx,
  id: string,
  { fields: dataStructure, revision }: { fields: DataField[]; revision?: number | undefined },
): Promise<KnowledgeBase> =>
  ctx.tx(async (tx) => {
    await checkEdited(tx, id, revision);
    await getKnowledgeBaseRow(tx, id);
    await knowledgeBaseRepository.update(tx.db, id, { dataStructure });
    await tx.audit('knowledge.data_structure_saved', id, { fields: dataStructure.length });
    return getKnowledgeBase(tx, id);
  });
