import type { EntityKind } from '../../../kernel/entities/entity-kind.ts';
import { flowRepository } from './repository.ts';
import type { FlowRow } from './tables.ts';
import { selectVisibleFlows, visibleFlows, visibleInFlows } from './visible-flows.ts';

const toEntity = ({ id, name, createdBy }: FlowRow) => ({ id, name, shared: false, madeBy: createdBy });

/** Describes flows for the modules that share and count the things that users make. */
export const flowEntity: EntityKind = {
  kind: 'FLOW',
  prefix: 'flw_',
  label: { one: 'flow', many: 'flows' },
  permission: 'flows:read',
  describeUse: () => 'You can start it and read its runs.',
  buildPagePath: (id) => `/flows/${id}`,
  holdsVisible: visibleInFlows,
  find: async (tx, id) => {
    const row = await flowRepository.find(tx.db, id, visibleFlows(tx));
    return row && toEntity(row);
  },
  search: async (tx, { search, limit }) =>
    (await flowRepository.newest(tx.db, { search, visible: visibleFlows(tx) }, limit)).map(toEntity),
  selectVisible: selectVisibleFlows,
  count: (tx) => flowRepository.count(tx.db),
};
