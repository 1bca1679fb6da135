import { isDeepStrictEqual } from 'node:util';
import { Chunking } from '@atelier/contracts/content/bases/chunking-shapes';
import { currentIndexFormat } from '@atelier/contracts/content/bases/index-format';
import type { IndexSettings, IndexVersion } from '@atelier/contracts/content/versions/index-versions';
import { fail } from '../../../../kernel/base/errors.ts';
import { newId } from '../../../../kernel/base/ids.ts';
import type { AnyCtx, Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { cancelRun, orderRun } from '../../../../kernel/runs/index.ts';
import type { IndexVersionRow } from '../../bases/declarations.ts';
import { chooseStore, getKnowledgeBaseRow, indexStates, updateIndexVersion } from '../../bases/index.ts';
import { findConnection } from '../../connections/index.ts';
import { reindexRunType } from '../../indexing/index.ts';
import { findModelId } from '../../models/index.ts';
import { isUnderWork } from '../policy.ts';
import { getIdleVersion, getVersion, showVersion } from './read-versions.ts';

type ChosenSettings = Pick<
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

interface VersionId {
  id: string;
  versionId: string;
}

const order = (tx: TxCtx, { id, versionId }: VersionId): Promise<string> =>
  orderRun(tx, reindexRunType, { subjectId: versionId, scopeId: id, input: { switches: false } });

/**
 * Starts to build an index version with other settings, while the active one keeps answering. Throws `knowledge.not_found`,
 * `knowledge.embedding_unavailable`, `index_versions.unchanged`, `index_versions.building`, and what `chooseStore` throws.
 */
export const startVersion = async (
  ctx: Ctx,
  id: string,
  { creditLimit = null, ...wanted }: IndexSettings & { creditLimit?: number | null | undefined },
): Promise<IndexVersion> => {
  const { settings, active } = await chooseSettings(ctx, id, wanted);
  return ctx.tx(async (tx) => {
    const { connectionId } = settings;
    const connection = connectionId ? await findConnection(tx, connectionId) : undefined;
    const store = chooseStore({ ...settings, connection });
    const chosen = { ...settings, ...store };
    if (isDeepStrictEqual(chosen, toChosenSettings(active))) fail('index_versions.unchanged');
    const versionId = newId('ixv');
    await indexStates.begin(tx, {
      id: versionId,
      knowledgeBaseId: id,
      ...chosen,
      creditLimit,
    });
    await order(tx, { id, versionId });
    await tx.audit('knowledge.index_version_started', id, { versionId, ...chosen });
    return showVersion(tx, { id, versionId });
  });
};

/** Stops building a version. The parts that were built are kept. Throws what `getVersion` throws, and `index_versions.idle`. */
export const cancelVersion = (ctx: AnyCtx, ids: VersionId): Promise<IndexVersion> =>
  ctx.tx(async (tx) => {
    const { run } = await getVersion(tx, ids);
    if (!run || !isUnderWork(run)) return fail('index_versions.idle');
    await cancelRun(tx, run.id);
    await tx.audit('knowledge.index_version_cancelled', ids.id, { versionId: ids.versionId });
    return showVersion(tx, ids);
  });

/** Continues building a version, or takes over the changes since then. Throws what `getIdleVersion` throws. */
export const resumeVersion = (
  ctx: AnyCtx,
  ids: VersionId,
  { creditLimit }: { creditLimit?: number | null | undefined },
): Promise<IndexVersion> =>
  ctx.tx(async (tx) => {
    await getIdleVersion(tx, ids);
    if (creditLimit !== undefined) await updateIndexVersion(tx, ids.versionId, { creditLimit });
    await order(tx, ids);
    await tx.audit('knowledge.index_version_resumed', ids.id, { versionId: ids.versionId });
    return showVersion(tx, ids);
  });
