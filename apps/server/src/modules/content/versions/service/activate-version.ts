import type { IndexVersion } from '@atelier/contracts/content/versions/index-versions';
import { fail } from '../../../../kernel/base/errors.ts';
import type { AnyCtx } from '../../../../kernel/context/context.ts';
import { orderRun } from '../../../../kernel/runs/index.ts';
import { activeIndex, reindexRunType, versionContentRepository } from '../../indexing/index.ts';
import { isBuilt } from '../policy.ts';
import { getIdleVersion, showVersionOf } from './read-versions.ts';
import { switchIndex } from './switch-index.ts';

/**
 * Activates a version: at once when it holds everything that the active one holds, otherwise as soon as a run has taken
 * over the changes. A retired version is activated in the same way. Throws what `getIdleVersion` throws, and
 * `index_versions.not_ready`.
 */
export const activateVersion = (ctx: AnyCtx, ids: { id: string; versionId: string }): Promise<IndexVersion> =>
  ctx.tx(async (tx) => {
    const { id: knowledgeBaseId, versionId } = ids;
    const before = await getIdleVersion(tx, ids);
    if (!isBuilt(before.version, before.run)) fail('index_versions.not_ready');
    await activeIndex.lockVersions(tx, knowledgeBaseId, [versionId, before.active.id]);
    // Another version may have become active meanwhile.
    const { active } = await getIdleVersion(tx, ids);
    const pair = { knowledgeBaseId, versionId, activeId: active.id };
    if (active.id !== before.active.id) fail('index_versions.not_ready');
    if ((await versionContentRepository.countBehind(tx.db, pair)) === 0) await switchIndex(tx, pair);
    else {
      const input = { switches: true };
      await orderRun(tx, reindexRunType, { subjectId: versionId, scopeId: knowledgeBaseId, input });
      await tx.audit('knowledge.index_switch_ordered', knowledgeBaseId, { to: versionId });
    }
    return showVersionOf(tx, ids);
  });
