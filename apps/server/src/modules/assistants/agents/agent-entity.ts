import { not, sql } from 'drizzle-orm';
import { defineVisibility } from '../../account/access/declarations.ts';
import { defineEntity } from '../../account/access/index.ts';
import { agents } from './tables.ts';

/** Everybody in the company sees a public agent. */
const isShared = sql`${agents.access} = 'PUBLIC'`;

/** Selects the agents that the actor may see. */
export const visibleAgents = defineVisibility(agents.id, isShared);

const rows = { table: agents, madeBy: agents.createdBy, isShared, visible: visibleAgents };
const about = {
  permission: 'agents:read',
  describeUse: () => 'You can give it tasks and read its results.',
  buildPagePath: (id: string) => `/agent?id=${id}`,
} as const;

/** Describes agents for the modules that share and count the things that users make. */
export const agentEntity = defineEntity(
  { ...rows, only: not(agents.isCrew) },
  { ...about, kind: 'AGENT', prefix: 'agt_', label: { one: 'agent', many: 'agents' } },
);

/** Describes crews likewise. */
export const crewEntity = defineEntity(
  { ...rows, only: sql`${agents.isCrew}` },
  { ...about, kind: 'CREW', prefix: 'crw_', label: { one: 'crew', many: 'crews' } },
);
