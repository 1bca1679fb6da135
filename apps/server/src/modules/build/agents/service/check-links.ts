import { agentErrors } from '@atelier/contracts/build/agents/agent-errors';
import type { AgentSettings } from '@atelier/contracts/build/agents/agent-shapes';
import { fail } from '../../../../kernel/base/errors.ts';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { defaultTools } from '../engine/default-tools.ts';
import { agentRepository } from '../repository.ts';
import { versionRepository } from '../versions/repository.ts';
import { readLinks } from './read-links.ts';

/** The most agents that are looked at for a circle. */
const mostLooked = 200;

/** Throws `agents.circle` when the work that these agents hand on comes back to the agent `id`. */
const checkCircle = async (tx: TxCtx, id: string, first: readonly string[]): Promise<void> => {
  const seen = new Set<string>();
  const waiting = [...first];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    if (next === id || seen.size > mostLooked) fail('agents.circle');
    if (seen.has(next)) continue;
    seen.add(next);
    const row = await agentRepository.find(tx.db, next);
    const version = row && (await versionRepository.find(tx.db, next, row.newestVersionId));
    waiting.push(...(version?.row.settings.agentIds ?? []));
  }
};

/** Throws `agents.tool_not_found`, `agents.link_not_found` unless the actor may see all that the agent uses, and `agents.circle`. */
export const checkLinks = async (tx: TxCtx, id: string, settings: AgentSettings): Promise<void> => {
  for (const { _id } of settings.tools.toolList)
    if (!defaultTools.some((tool) => tool.id === _id)) fail('agents.tool_not_found', { id: _id });
  const missing = (await readLinks(tx, settings)).find(({ name }) => name === null);
  if (missing) {
    const issues = [{ path: missing.field, message: agentErrors['agents.link_not_found'].message }];
    fail('agents.link_not_found', { what: missing.field, id: missing.id, issues });
  }
  await checkCircle(tx, id, settings.agentIds);
};
