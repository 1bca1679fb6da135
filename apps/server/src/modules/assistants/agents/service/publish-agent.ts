import { createHash } from 'node:crypto';
import { type Agent, AgentSettings } from '@atelier/contracts/assistants/agents/agent-shapes';
import type { agents } from '@atelier/contracts/assistants/agents/agents';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import { fail } from '../../../../kernel/base/errors.ts';
import type { AnyCtx, Ctx } from '../../../../kernel/context/context.ts';
import { readNumbered } from '../../../../kernel/db/paging.ts';
import { readOfferedModels } from '../../../content/models/index.ts';
import { passGate } from '../../apps/index.ts';
import { presentVersion } from '../present.ts';
import { agentRepository } from '../repository.ts';
import { versionRepository } from '../versions/repository.ts';
import { findProblems } from './find-problems.ts';
import { findAgent, findVersion, getAgent, lockAgent } from './reads.ts';
import { saveDraft } from './save-agent.ts';

/** Returns the same text for settings that work alike. */
export const fingerprintAgent = (settings: unknown): string => {
  // Parsing puts the keys of stored settings in the order of the schema.
  const {
    name: _name,
    description: _description,
    access: _access,
    ...working
  } = AgentSettings.parse(settings);
  return createHash('sha256').update(JSON.stringify(working)).digest('hex');
};

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
    await passGate(tx, {
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

type Query = RequestOf<(typeof agents.endpoints)['versions']>['query'];

/** Lists the versions of an agent, newest first. The cursor is the number of the last one. Throws `agents.not_found`. */
export const listVersions = (ctx: AnyCtx, id: string, { cursor, limit }: Query) =>
  ctx.tx(async (tx) => {
    const agent = await findAgent(tx, id);
    const { rows, ...page } = await readNumbered({
      ...{ cursor, limit },
      list: (at) => versionRepository.list(tx.db, id, at),
      count: () => versionRepository.count(tx.db, id),
      toVersionNumber: ({ row }) => row.number,
    });
    return { ...page, items: rows.map((version) => presentVersion(agent, version)) };
  });
