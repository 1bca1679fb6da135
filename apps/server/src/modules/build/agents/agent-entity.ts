import type { EntityKind } from '../../../kernel/entities/entity-kind.ts';
import { agentRepository } from './repository.ts';
import type { AgentRow } from './tables.ts';
import { visibleAgents, visibleInAgents } from './visible-agents.ts';

const entityOf = ({ id, name, access }: AgentRow) => ({ id, name, shared: access === 'PUBLIC' });

/** Describes agents for the modules that share and count the things that users make. */
export const agentEntity: EntityKind = {
  kind: 'AGENT',
  prefix: 'agt_',
  label: { one: 'agent', many: 'agents' },
  addressOf: (id) => `/agent?id=${id}`,
  holdsVisible: visibleInAgents,
  find: async (tx, id) => {
    const row = await agentRepository.find(tx.db, id, visibleAgents(tx));
    return row && entityOf(row);
  },
  search: async (tx, { search, limit }) =>
    (await agentRepository.newest(tx.db, { search, visible: visibleAgents(tx) }, limit)).map(entityOf),
  count: (tx) => agentRepository.count(tx.db),
};
