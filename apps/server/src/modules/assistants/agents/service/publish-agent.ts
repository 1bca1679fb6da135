import type { Agent } from '@atelier/contracts/assistants/agents/agent-shapes';
import { fail } from '../../../../kernel/base/errors.ts';
import type { AnyCtx, Ctx } from '../../../../kernel/context/context.ts';
import { readOfferedModels } from '../../../content/models/index.ts';
import { Publishing } from '../../apps/index.ts';
import { fingerprintAgent } from '../fingerprint-agent.ts';
import { agentRepository } from '../repository.ts';
import { versionRepository } from '../versions/repository.ts';
import { findProblems } from './find-problems.ts';
import { findVersion, getAgent, lockAgent } from './reads.ts';
import { saveDraft } from './save-agent.ts';

/**
 * Locks the newest version and lets it run. Throws `agents.not_found`, `agents.incomplete` with everything that is missing, and what the
 * gate throws, which an owner may override.
 */
export const publishAgent = async (
  ctx: Ctx,
  id: string,
  { overridesGate: override = false }: { overridesGate?: boolean } = {},
): Promise<Agent> => {
  const offered = await readOfferedModels(ctx);
  return ctx.tx(async (tx) => {
    const present = await lockAgent(tx, id);
    const { newestVersionId } = present;
    const { row } = await findVersion(tx, id, newestVersionId);
    const issues = await findProblems(tx, row.settings, offered);
    if (issues.length > 0) fail('agents.incomplete', { issues });
    await Publishing.passGate(tx, {
      ...{ id, override, fingerprint: fingerprintAgent(row.settings) },
      publishedVersionId: present.publishedVersionId,
      findVersion: async (versionId) => {
        const { row: published } = await findVersion(tx, id, versionId);
        return { number: published.number, fingerprint: fingerprintAgent(published.settings) };
      },
    });
    if (row.state === 'DRAFT') await versionRepository.lock(tx.db, newestVersionId);
    await agentRepository.update(tx.db, id, { publishedVersionId: newestVersionId });
    await tx.audit('agents.published', id, { versionId: newestVersionId });
    return getAgent(tx, id);
  });
};

/** Makes the settings of a version the draft again. Throws `agents.not_found` and `agents.version_not_found`. */
export const restoreVersion = (ctx: AnyCtx, id: string, versionId: string): Promise<Agent> =>
  ctx.tx(async (tx) => {
    const present = await lockAgent(tx, id);
    const { row } = await findVersion(tx, id, versionId);
    const { row: newest } = await findVersion(tx, id, present.newestVersionId);
    // Access stays as it is.
    const settings = { ...row.settings, access: present.access };
    await saveDraft(tx, present, { newest, settings });
    await tx.audit('agents.restored', id, { versionId, number: row.number });
    return getAgent(tx, id);
  });
