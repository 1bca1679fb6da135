import type { ToolUse } from '@atelier/contracts/build/tools/tool-shapes';
import type { TxCtx } from '../../../kernel/context/context.ts';
import { agentRepository } from './repository.ts';

/** Finds the agents that use a tool, also those that the actor does not see: deleting the tool changes them. */
export const agentsUsing = async (tx: TxCtx, toolId: string): Promise<ToolUse[]> => {
  const rows = await agentRepository.listToolUsers(tx.db, toolId);
  return rows.map(({ id, name }) => ({ kind: 'AGENT', id, name }));
};
