import { agentErrors } from '@atelier/contracts/assistants/agents/agent-errors';
import type { AgentSettings } from '@atelier/contracts/assistants/agents/agent-shapes';
import { fail } from '../../../../kernel/base/errors.ts';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { comesBackTo } from './find-circle.ts';
import { readLinks } from './read-links.ts';

/** Throws `agents.tool_not_found`, `agents.link_not_found` unless the actor may see all that the agent uses, and `agents.circle`. */
export const checkLinks = async (tx: TxCtx, id: string, settings: AgentSettings): Promise<void> => {
  const missing = (await readLinks(tx, settings)).find(({ name }) => name === null);
  if (missing?.field === 'tools') fail('agents.tool_not_found', { id: missing.id });
  if (missing) {
    const issues = [{ path: missing.field, message: agentErrors['agents.link_not_found'].message }];
    fail('agents.link_not_found', { what: missing.field, id: missing.id, issues });
  }
  if (await comesBackTo(tx, id, settings)) fail('agents.circle');
};
