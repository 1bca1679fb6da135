import { sql } from 'drizzle-orm';
import { defineVisibility } from '../../account/access/declarations.ts';
import { defineEntity } from '../../account/access/index.ts';
import { flows } from './tables.ts';

/** Other users see a flow only if they were given access to it. */
const isShared = sql`false`;

/** Selects the flows that the actor may see. */
export const visibleFlows = defineVisibility(flows.id, isShared);

/** Describes flows for the modules that share and count the things that users make. */
export const flowEntity = defineEntity(
  { table: flows, madeBy: flows.createdBy, isShared, visible: visibleFlows },
  {
    kind: 'FLOW',
    prefix: 'flw_',
    label: { one: 'flow', many: 'flows' },
    permission: 'flows:read',
    describeUse: () => 'You can start it and read its runs.',
    buildPagePath: (id) => `/flows/${id}`,
  },
);
