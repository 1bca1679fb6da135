import type { agentAccess } from '@atelier/contracts/account/agent-access';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import type { AnyCtx } from '../../../../kernel/context/context.ts';
import { giveAccess, listUsersWithAccess, updateAccess } from '../../../account/access/index.ts';
import { versionedAgents } from '../agent-drafts.ts';
import { updateAgent } from './save-agent.ts';

type Endpoints = typeof agentAccess.endpoints;
type Change = RequestOf<Endpoints['update']>['body'];
type Invitation = RequestOf<Endpoints['give']>['body'];

/** Decides who may use an agent. Throws `agents.not_found` and what `updateAccess` throws. */
export const shareAgent = (
  ctx: AnyCtx,
  id: string,
  { access, userIds, origin }: Change & { origin: string },
) =>
  ctx.tx(async (tx) => {
    const present = await versionedAgents.find(tx, id);
    const changed = access === undefined ? present : await updateAgent(tx, id, { access });
    const members =
      userIds === undefined ? { given: 0, removed: 0 } : await updateAccess(tx, id, { userIds, origin });
    return { access: changed.access, ...members };
  });

/** Lists the members with access to an agent. Throws `agents.not_found`. */
export const listAgentUsers = (ctx: AnyCtx, id: string, query: RequestOf<Endpoints['list']>['query']) =>
  ctx.tx(async (tx) => {
    await versionedAgents.find(tx, id);
    return listUsersWithAccess(tx, id, query);
  });

/** Gives access to an agent by email. Throws `agents.not_found` and what `giveAccess` throws. */
export const inviteToAgent = (ctx: AnyCtx, { agentId, email, role }: Invitation, origin: string) =>
  ctx.tx(async (tx) => {
    await versionedAgents.find(tx, agentId);
    return giveAccess(tx, { entityId: agentId, email, role, as: 'MEMBER', origin });
  });
