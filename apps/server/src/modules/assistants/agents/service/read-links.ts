import type { AgentSettings } from '@atelier/contracts/assistants/agents/agent-shapes';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { entityKinds } from '../../../../kernel/entities/entity-kind.ts';
import { nameMcps, nameTools } from '../../tools/index.ts';

/** The settings that name other things, with the kind of those things. */
const linkKinds = {
  knowledgeBaseIds: 'KNOWLEDGE_BASE',
  appIds: 'APP',
  flowIds: 'FLOW',
  agentIds: 'AGENT',
} as const satisfies Partial<Record<keyof AgentSettings, string>>;

type LinkField = keyof typeof linkKinds | 'tools';

export interface Link {
  field: LinkField;
  id: string;
  /** Null for what does not exist, or what the actor may not see. */
  name: string | null;
}

const linkFields = Object.keys(linkKinds) as (keyof typeof linkKinds)[];

/** Finds the things that the settings of an agent name. */
export const readLinks = async (tx: TxCtx, settings: AgentSettings): Promise<Link[]> => {
  const toolIds = settings.tools.toolList.map(({ _id }) => _id);
  const tools = await nameTools(tx, toolIds);
  const mcpIds = settings.tools.mcpList.map(({ _id }) => _id);
  const names = new Map([...tools, ...(await nameMcps(tx, mcpIds))]);
  const links: Link[] = [...toolIds, ...mcpIds].map((id) => ({
    ...{ field: 'tools', id },
    name: names.get(id) ?? null,
  }));
  for (const field of linkFields) {
    const entity = tx.services.extensions.of(entityKinds).find(({ kind }) => kind === linkKinds[field]);
    for (const id of new Set(settings[field]))
      links.push({ field, id, name: (await entity?.find(tx, id))?.name ?? null });
  }
  return links;
};
