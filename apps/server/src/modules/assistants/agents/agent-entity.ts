import type { EntityKind } from '../../../kernel/entities/entity-kind.ts';
import { agentRepository } from './repository.ts';
import type { AgentRow } from './tables.ts';
import { selectVisibleAgents, visibleAgents, visibleInAgents } from './visible-agents.ts';

const toEntity = ({ id, name, access, createdBy }: AgentRow) => ({
  id,
  name,
  shared: access === 'PUBLIC',
  madeBy: createdBy,
});

/** Describes agents, or crews, for the modules that share and count the things that users make. */
const buildEntityKind = (
  isCrew: boolean,
  names: Pick<EntityKind, 'kind' | 'prefix' | 'label'>,
): EntityKind => ({
  ...names,
  permission: 'agents:read',
  describeUse: () => 'You can give it tasks and read its results.',
  buildPagePath: (id) => `/agent?id=${id}`,
  holdsVisible: visibleInAgents,
  find: async (tx, id) => {
    const row = await agentRepository.find(tx.db, id, visibleAgents(tx));
    return row?.isCrew === isCrew ? toEntity(row) : undefined;
  },
  search: async (tx, { search, limit }) =>
    (await agentRepository.newest(tx.db, { search, isCrew, visible: visibleAgents(tx) }, limit)).map(
      toEntity,
    ),
  selectVisible: (ctx) => selectVisibleAgents(ctx, isCrew),
  count: (tx) => agentRepository.count(tx.db, { isCrew }),
});

export const agentEntity = buildEntityKind(false, {
  kind: 'AGENT',
  prefix: 'agt_',
  label: { one: 'agent', many: 'agents' },
});

export const crewEntity = buildEntityKind(true, {
  kind: 'CREW',
  prefix: 'crw_',
  label: { one: 'crew', many: 'crews' },
});
