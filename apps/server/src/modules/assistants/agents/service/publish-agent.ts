import type { Agent } from '@atelier/contracts/assistants/agents/agent-shapes';
import type { agents } from '@atelier/contracts/assistants/agents/agents';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import { fail } from '../../../../kernel/base/errors.ts';
import type { AnyCtx, Ctx } from '../../../../kernel/context/context.ts';
import { readOfferedModels } from '../../../content/models/index.ts';
import { presentVersion } from '../../drafts/index.ts';
import { versionedAgents } from '../agent-drafts.ts';
import { findProblems } from './find-problems.ts';
import { getAgent } from './reads.ts';
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
    const { thing: present, newest } = await versionedAgents.lockNewest(tx, id);
    const { settings } = newest;
    const issues = await findProblems(tx, settings, offered);
    if (issues.length > 0) fail('agents.incomplete', { issues });
    await versionedAgents.publish(tx, present, { newest, content: { settings }, override });
    await tx.audit('agents.published', id, { versionId: newest.id });
    return getAgent(tx, id);
  });
};

/** Makes the settings of a version the draft again. Throws `agents.not_found` and `agents.version_not_found`. */
export const restoreVersion = (ctx: AnyCtx, id: string, versionId: string): Promise<Agent> =>
  ctx.tx(async (tx) => {
    const { thing: present, newest } = await versionedAgents.lockNewest(tx, id);
    const { row } = await versionedAgents.findVersion(tx, id, versionId);
    // Access stays as it is.
    const settings = { ...row.settings, access: present.access };
    await saveDraft(tx, id, { newest, settings });
    await tx.audit('agents.restored', id, { versionId, number: row.number });
    return getAgent(tx, id);
  });

type Query = RequestOf<(typeof agents.endpoints)['versions']>['query'];

/** Lists the versions of an agent, newest first. Throws `agents.not_found`. */
export const listVersions = (ctx: AnyCtx, id: string, query: Query) =>
  ctx.tx(async (tx) => {
    const { thing, rows, ...page } = await versionedAgents.listVersions(tx, id, query);
    return { ...page, items: rows.map((version) => presentVersion(thing, version)) };
  });
