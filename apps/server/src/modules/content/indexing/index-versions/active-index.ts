import { z } from 'zod';
import { fail } from '../../../../kernel/base/errors.ts';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { defineRunType, orderRun } from '../../../../kernel/runs/index.ts';
import { findKnowledgeBaseRow, indexStates, lockIndexVersion } from '../../bases/index.ts';

/** The type of the run that makes an index version (its subject) hold what the active version of the knowledge base (its scope) holds. */
export const reindexRunType = defineRunType({
  kind: 'knowledge.reindex',
  title: 'Build of an index version',
  version: 1,
  /** With `switches`, the version becomes active when it is complete. */
  input: z.object({ switches: z.boolean().default(false) }),
  output: z.object({ documents: z.number() }),
  lane: 'heavy',
  keptWithSubject: true,
});

/**
 * Locks the live segments of versions until the transaction ends. Versions are locked in the same order everywhere. Returns
 * the id of the active version; it stays active until the transaction ends if it is one of those locked.
 */
const lockVersions = async (
  tx: TxCtx,
  knowledgeBaseId: string,
  versionIds: readonly string[],
): Promise<string | undefined> => {
  for (const id of [...versionIds].sort()) await lockIndexVersion(tx, id);
  return (await findKnowledgeBaseRow(tx, knowledgeBaseId))?.index.id;
};

/**
 * Locks the version that an import was read for. Throws `index_versions.switched` when another version has become active
 * meanwhile.
 */
const holdActive = async (
  tx: TxCtx,
  { knowledgeBaseId, id }: { knowledgeBaseId: string; id: string },
): Promise<void> => {
  if ((await lockVersions(tx, knowledgeBaseId, [id])) !== id) fail('index_versions.switched');
};

/**
 * Orders runs for versions that are ready but not active, so that they take over the latest change of the active version. The caller holds
 * the lock of the active version. A version that is still being built, or was stopped, takes over the change when its build continues.
 */
const followChanges = async (tx: TxCtx, knowledgeBaseId: string): Promise<void> => {
  for (const subjectId of await indexStates.takeReady(tx, knowledgeBaseId))
    await orderRun(tx, reindexRunType, {
      subjectId,
      scopeId: knowledgeBaseId,
      input: { switches: false },
    });
};

/** Locks the active index version, and tells the versions that follow it about changes. */
export const activeIndex = { lockVersions, hold: holdActive, followChanges };
