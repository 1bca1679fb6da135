import { isDeepStrictEqual } from 'node:util';
import type { IndexSettings, IndexVersion } from '@atelier/contracts/content/versions/index-versions';
import { fail } from '../../../../kernel/base/errors.ts';
import { newId } from '../../../../kernel/base/ids.ts';
import type { AnyCtx, Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { cancelRun, orderRun } from '../../../../kernel/runs/index.ts';
import { chooseStore, indexVersionRepository } from '../../bases/index.ts';
import { findConnection } from '../../connections/index.ts';
import { reindexRunType } from '../../indexing/index.ts';
import { isUnderWork } from '../policy.ts';
import { chooseSettings, toChosenSettings } from './choose-settings.ts';
import { getIdleVersion, getVersion, showVersion } from './read-versions.ts';

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
    await indexVersionRepository.insert(tx.db, {
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
    if (creditLimit !== undefined) await indexVersionRepository.setLimit(tx.db, ids.versionId, creditLimit);
    await order(tx, ids);
    await tx.audit('knowledge.index_version_resumed', ids.id, { versionId: ids.versionId });
    return showVersion(tx, ids);
  });
