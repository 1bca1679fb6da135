import type { Caller } from '@atelier/contracts/assistants/flows/flow-shapes';
import type { ToolUse } from '@atelier/contracts/assistants/tools/tool-shapes';
import type { TxCtx } from '../../../kernel/context/context.ts';
import { visibleAgents } from './agent-entity.ts';
import { agentRepository } from './repository.ts';

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
