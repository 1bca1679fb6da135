import type { Agent } from '@atelier/contracts/build/agents/agent-shapes';
import type { AnyCtx } from '../../../../kernel/context/context.ts';
import { agentRepository } from '../repository.ts';
import { versionRepository } from '../versions/repository.ts';
import { findVersion, getAgent, lockAgent } from './reads.ts';
import { saveDraft } from './save-agent.ts';

/** Locks the newest version and lets it run. Throws `agents.not_found`. */
export const publishAgent = (ctx: AnyCtx, id: string): Promise<Agent> =>
  ctx.tx(async (tx) => {
    const { newestVersionId } = await lockAgent(tx, id);
    const { row } = await findVersion(tx, id, newestVersionId);
    if (row.state === 'DRAFT') await versionRepository.lock(tx.db, newestVersionId);
    await agentRepository.update(tx.db, id, { publishedVersionId: newestVersionId });
    await tx.audit('agents.published', id, { versionId: newestVersionId });
    return getAgent(tx, id);
  });

/** Makes the settings of a version the draft again. Throws `agents.not_found` and `agents.version_not_found`. */
export const restoreVersion = (ctx: AnyCtx, id: string, versionId: string): Promise<Agent> =>
  ctx.tx(async (tx) => {
    const present = await lockAgent(tx, id);
    const { row } = await findVersion(tx, id, versionId);
    const { row: newest } = await findVersion(tx, id, present.newestVersionId);
    await saveDraft(tx, present, { newest, settings: row.settings });
    await tx.audit('agents.restored', id, { versionId, number: row.number });
    return getAgent(tx, id);
  });
