import { Chunking } from '@atelier/contracts/content/bases/chunking-shapes';
import { currentIndexFormat } from '@atelier/contracts/content/bases/index-format';
import type { IndexSettings } from '@atelier/contracts/content/versions/index-versions';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { type IndexVersionRow } from '../../bases/declarations.ts';
import { getKnowledgeBaseRow } from '../../bases/index.ts';
import { findModelId } from '../../models/index.ts';

export type ChosenSettings = Pick<
  IndexVersionRow,
  'chunking' | 'language' | 'format' | 'embeddingModelId' | 'vectorStore' | 'connectionId'
>;

/**
 * Returns the settings of a version, completed with defaults for versions that were stored before newer settings existed.
 */
export const toChosenSettings = ({
  chunking,
  language,
  format,
  embeddingModelId,
  vectorStore,
  connectionId,
}: ChosenSettings): ChosenSettings => ({
  chunking: Chunking.parse(chunking),
  language,
  format,
  embeddingModelId,
  vectorStore,
  connectionId,
});

/**
 * Settings that are left out are taken from the active version. Preprocessing cannot be changed, because all versions split the same stored
 * text. The format is always the current one.
 */
const merge = (active: IndexVersionRow, wanted: IndexSettings): ChosenSettings => {
  const { chunking, language, embeddingModelId } = toChosenSettings(active);
  const store =
    wanted.vectorStore === undefined
      ? { vectorStore: active.vectorStore, connectionId: active.connectionId }
      : { vectorStore: wanted.vectorStore, connectionId: wanted.connectionId ?? null };
  return {
    chunking: { ...(wanted.chunking ?? chunking), preprocessing: chunking.preprocessing },
    language: wanted.language ?? language,
    format: currentIndexFormat,
    embeddingModelId: wanted.embeddingModelId === undefined ? embeddingModelId : wanted.embeddingModelId,
    ...store,
  };
};

/**
 * Returns the settings of a new version, and the active version. Throws `knowledge.not_found` and
 * `knowledge.embedding_unavailable`.
 */
export const chooseSettings = async (
  ctx: Ctx,
  id: string,
  wanted: IndexSettings,
): Promise<{ settings: ChosenSettings; active: IndexVersionRow }> => {
  const { base, index: active } = await ctx.tx((tx) => getKnowledgeBaseRow(tx, id));
  const settings = merge(active, wanted);
  const { embeddingModelId } = settings;
  if (embeddingModelId !== null && !(await findModelId(ctx, 'EMBEDDING', embeddingModelId)))
    fail('knowledge.embedding_unavailable');
  const { mode } = base.retrieval;
  if (embeddingModelId === null && (mode === 'VECTOR' || mode === 'HYBRID'))
    fail('knowledge.embedding_unavailable');
  return { settings, active };
};
