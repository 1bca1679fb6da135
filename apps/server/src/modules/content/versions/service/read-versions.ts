import type { IndexVersion } from '@atelier/contracts/content/versions/index-versions';
import { fail } from '../../../../kernel/base/errors.ts';
import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
import type { RunRow } from '../../../../kernel/runs/index.ts';
import { type IndexVersionRow } from '../../bases/declarations.ts';
import { getKnowledgeBaseRow, listIndexVersionRows } from '../../bases/index.ts';
import { versionChunks } from '../../documents/index.ts';
import { measureIndex, reindexRunType } from '../../indexing/index.ts';
import { computeAbilities, isUnderWork, keptDays } from '../policy.ts';
import { versionContentRepository } from '../repository.ts';

const dayMs = 24 * 60 * 60 * 1000;

const presentRun = ({ status, progress, stage, note, cause, input }: RunRow): IndexVersion['run'] => ({
  status,
  progress,
  stage,
  note,
  error: cause,
  switches: reindexRunType.input.parse(input).switches,
});

interface Shown {
  version: IndexVersionRow;
  run: RunRow | undefined;
  pending: number;
  facts: Awaited<ReturnType<typeof measureIndex>>;
}

const presentVersion = (ctx: AnyCtx, { version, run, pending, facts }: Shown): IndexVersion => ({
  indexVersionId: version.id,
  status: version.status,
  chunking: version.chunking,
  embeddingModelId: version.embeddingModelId,
  vectorStore: version.vectorStore,
  connectionId: version.connectionId,
  language: version.language,
  format: version.format,
  ...facts,
  pending,
  creditLimit: version.creditLimit,
  spentCredits: version.spentCredits,
  createdAt: version.createdAt.toISOString(),
  retiredAt: version.retiredAt?.toISOString() ?? null,
  deletedAt: version.retiredAt && new Date(version.retiredAt.getTime() + keptDays * dayMs).toISOString(),
  run: run ? presentRun(run) : null,
  abilities: computeAbilities(ctx, version, run),
});

/** A version of a knowledge base with its latest run, and the active version. */
export interface VersionWithRun {
  version: IndexVersionRow;
  active: IndexVersionRow;
  run: RunRow | undefined;
}

/** Throws `knowledge.not_found` and `index_versions.not_found`. */
export const getVersion = async (
  tx: TxCtx,
  { id, versionId }: { id: string; versionId: string },
): Promise<VersionWithRun> => {
  const { index: active } = await getKnowledgeBaseRow(tx, id);
  const found = (await listIndexVersionRows(tx, id)).find((row) => row.id === versionId);
  const version = found ?? fail('index_versions.not_found');
  return { version, active, run: await versionContentRepository.findLatestRun(tx.db, versionId) };
};

/**
 * Returns a version that is not active and has no run in progress. Throws what `getVersion` throws, `index_versions.active`
 * and `index_versions.busy`.
 */
export const getIdleVersion = async (
  tx: TxCtx,
  ids: { id: string; versionId: string },
): Promise<VersionWithRun> => {
  const found = await getVersion(tx, ids);
  if (found.version.id === found.active.id) fail('index_versions.active');
  if (isUnderWork(found.run)) fail('index_versions.busy');
  return found;
};

const showOne = async (tx: TxCtx, { version, active, run }: VersionWithRun): Promise<IndexVersion> => {
  const pair = { knowledgeBaseId: version.knowledgeBaseId, versionId: version.id, activeId: active.id };
  const isActive = version.id === active.id;
  return presentVersion(tx, {
    version,
    run,
    pending: isActive ? 0 : await versionContentRepository.countBehind(tx.db, pair),
    facts: await measureIndex(tx, version.id),
  });
};

/** Throws `knowledge.not_found` and `index_versions.not_found`. */
export const showVersion = async (tx: TxCtx, ids: { id: string; versionId: string }): Promise<IndexVersion> =>
  showOne(tx, await getVersion(tx, ids));

/** Newest first. Throws `knowledge.not_found`. */
export const listIndexVersions = (
  ctx: AnyCtx,
  id: string,
): Promise<{ items: IndexVersion[]; handwritten: number }> =>
  ctx.tx(async (tx) => {
    const { index: active } = await getKnowledgeBaseRow(tx, id);
    const items: IndexVersion[] = [];
    for (const version of await listIndexVersionRows(tx, id)) {
      const run = await versionContentRepository.findLatestRun(tx.db, version.id);
      items.push(await showOne(tx, { version, active, run }));
    }
    return { items, handwritten: await versionChunks.countHandwritten(tx, active.id) };
  });
