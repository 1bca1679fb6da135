import type { Caller } from '@atelier/contracts/assistants/flows/flow-shapes';
import type { ToolUse } from '@atelier/contracts/assistants/tools/tool-shapes';
import { fail } from '../../../../kernel/base/errors.ts';
import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
import { dropRuns } from '../../../../kernel/runs/index.ts';
import { runLists } from '../../../../kernel/runs/view/index.ts';
import { removeGrants } from '../../../account/access/index.ts';
import { findCallersAndFlows } from '../../flows/index.ts';
import { versionedAgents } from '../agent-drafts.ts';
import { visibleAgents } from '../agent-entity.ts';
import { agentRunKind } from '../engine/agent-run-type.ts';
import { agentRepository, versionRepository } from '../repository.ts';

/** Reads what deleting an agent takes along. Throws `agents.not_found`. */
export const readRemoval = (ctx: AnyCtx, id: string) =>
  ctx.tx(async (tx) => {
    await versionedAgents.find(tx, id);
    const [versions, { total, open }, users, callers] = await Promise.all([
      versionRepository.count(tx.db, id),
      runLists.count(tx.db, agentRunKind, id),
      agentRepository.listUsers(tx.db, id, visibleAgents(tx)),
      findCallersAndFlows(tx, id),
    ]);
    const usedBy = users.map(({ id: agentId, name, isCrew }) => ({ agentId, name, isCrew }));
    return { versions, runs: total, openRuns: open, usedBy, callers };
  });

/** Throws `agents.in_crew` when an agent belongs to crews. Those that the actor may not see are counted. */
const refuseInCrew = async (tx: TxCtx, id: string): Promise<void> => {
  const users = await agentRepository.listUsers(tx.db, id, undefined);
  const crews = users.filter(({ isCrew }) => isCrew);
  if (crews.length === 0) return;
  const seen = await agentRepository.listUsers(tx.db, id, visibleAgents(tx));
  const names = seen.flatMap(({ name, isCrew }) => (isCrew ? [name] : []));
  fail('agents.in_crew', { crews: names, others: crews.length - names.length });
};

/**
 * Deletes an agent with everything that belongs to it. A run in progress stops at its next step. Throws `agents.not_found` and, without
 * `force`, `agents.in_crew`.
 */
export const removeAgent = (ctx: AnyCtx, id: string, force: boolean): Promise<void> =>
  ctx.tx(async (tx) => {
    const { name } = await versionedAgents.lock(tx, id);
    if (!force) await refuseInCrew(tx, id);
    await dropRuns(tx, [id]);
    await agentRepository.remove(tx.db, id);
    await removeGrants(tx, id);
    await tx.audit('agents.removed', id, { name });
  });

/** Finds the agents that use a tool, also those that the actor does not see: deleting the tool changes them. */
export const agentsUsing = async (tx: TxCtx, toolId: string): Promise<ToolUse[]> => {
  const rows = await agentRepository.listToolUsers(tx.db, toolId);
  return rows.map(({ id, name }) => ({ kind: 'AGENT', id, name }));
};

/** Finds the agents that use a flow as a tool. */
export const agentsCalling = async (tx: TxCtx, id: string): Promise<Caller[]> => {
  const rows = await agentRepository.listFlowUsers(tx.db, id, visibleAgents(tx));
  return rows.map((row) => ({ kind: 'AGENT', id: row.id, name: row.name }));
};
