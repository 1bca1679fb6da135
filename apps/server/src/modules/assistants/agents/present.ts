import type { Agent, AgentLine } from '@atelier/contracts/assistants/agents/agent-shapes';
import type { AnyCtx } from '../../../kernel/context/context.ts';
import { type Named, presentVersion } from '../drafts/index.ts';
import { canRunAgent, canWriteAgent } from './policy.ts';
import type { ListedAgent } from './repository.ts';
import type { AgentRow, AgentVersionRow } from './tables.ts';

export const presentLine = (ctx: AnyCtx, { row, state }: Pick<ListedAgent, 'row' | 'state'>): AgentLine => ({
  agentId: row.id,
  name: row.name,
  description: row.description,
  type: 'INDEPENDENT',
  mode: row.mode,
  agentType: row.agentType,
  access: row.access,
  active: row.active,
  hasDraft: state === 'DRAFT',
  isPublished: row.publishedVersionId !== null,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  abilities: {
    canWrite: canWriteAgent(ctx),
    canRun: canRunAgent(ctx) && row.publishedVersionId !== null && row.active,
  },
});

/** Presents an agent as one of its versions has it. */
export const presentAgent = (
  ctx: AnyCtx,
  row: AgentRow,
  {
    newest,
    shown,
    links,
  }: {
    newest: Pick<AgentVersionRow, 'state'>;
    shown: Named<AgentVersionRow>;
    links: readonly { id: string; name: string | null }[];
  },
): Agent => ({
  ...presentLine(ctx, { row, state: newest.state }),
  ...shown.row.settings,
  // Access belongs to the agent and not to its versions.
  access: row.access,
  tenantId: ctx.tenantId,
  version: presentVersion(row, { ...shown.row, authorName: shown.authorName }),
  revision: shown.row.revision,
  links: links.map(({ id, name }) => ({ id, name })),
});
