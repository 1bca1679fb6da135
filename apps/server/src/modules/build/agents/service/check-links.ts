import type { AgentSettings } from '@atelier/contracts/build/agents/agent-shapes';
import { fail } from '../../../../kernel/base/errors.ts';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { defaultTools } from '../engine/default-tools.ts';
import { agentRepository } from '../repository.ts';
import { versionRepository } from '../versions/repository.ts';

/** The most agents that are looked at for a circle. */
const mostLooked = 200;

/** The settings that name other things, with the kind of those things. */
const linkKinds = {
  knowledgeBaseIds: 'KNOWLEDGE_BASE',
  appIds: 'APP',
  flowIds: 'FLOW',
  agentIds: 'AGENT',
} as const satisfies Partial<Record<keyof AgentSettings, string>>;

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
  for (const [name, kind] of Object.entries(linkKinds)) {
    const ids = settings[name as keyof typeof linkKinds];
    const entity = tx.services.entities.find((each) => each.kind === kind);
    for (const linked of new Set(ids))
      if (!(await entity?.find(tx, linked))) fail('agents.link_not_found', { what: name, id: linked });
  }
  await checkCircle(tx, id, settings.agentIds);
};
