import { currentIndexFormat } from '@atelier/contracts/content/bases/index-format';
import { isBuiltinModel } from '@atelier/contracts/content/models';
import type { IndexOffer } from '@atelier/contracts/content/versions/index-versions';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { type IndexVersionRow } from '../../bases/declarations.ts';
import { getKnowledgeBaseRow, listIndexVersionRows } from '../../bases/index.ts';
import { measureIndex } from '../../indexing/index.ts';
import { findModelId } from '../../models/index.ts';

/** Only a model of this server is offered, because it costs nothing and sends no text to anybody. */
const findOwnModel = async (ctx: Ctx): Promise<string | null> => {
  const modelId = await findModelId(ctx, 'EMBEDDING', null);
  return modelId !== null && isBuiltinModel(modelId) ? modelId : null;
};

const isBetter = (
  { status, format, embeddingModelId }: IndexVersionRow,
  wanted: Pick<IndexVersionRow, 'embeddingModelId'>,
): boolean =>
  status === 'BUILDING' &&
  format === currentIndexFormat &&
  (embeddingModelId !== null || wanted.embeddingModelId === null);

/**
 * Returns the better index that this server can build for a knowledge base: in the current format, and with an embedding model where there
 * is none yet. Throws `knowledge.not_found`.
 */
export const findOffer = async (ctx: Ctx, id: string): Promise<IndexOffer> => {
  const own = await findOwnModel(ctx);
  return ctx.tx(async (tx) => {
    const { index: active } = await getKnowledgeBaseRow(tx, id);
    const gainsNames = active.format < currentIndexFormat;
    const gainsMeaning = active.embeddingModelId === null && own !== null;
    if (!gainsNames && !gainsMeaning) return { offer: null };
    const wanted = { embeddingModelId: active.embeddingModelId ?? own };
    const versions = await listIndexVersionRows(tx, id);
    return {
      offer: {
        improvements: [
          ...(gainsNames ? (['DOCUMENT_NAMES'] as const) : []),
          ...(gainsMeaning ? (['MEANING'] as const) : []),
        ],
        ...wanted,
        documents: (await measureIndex(tx, active.id)).documents,
        versionId: versions.find((version) => isBetter(version, wanted))?.id ?? null,
      },
    };
  });
};
