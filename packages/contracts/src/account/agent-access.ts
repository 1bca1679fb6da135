import { z } from 'zod';
import { AgentAccess } from '../assistants/agents/agent-shapes.ts';
import { defineContract } from '../kernel/contract.ts';
import { lookupId, pageQuery, pageSchemaFor, tenantQuery } from '../kernel/shapes.ts';
import { InvitedWithAccess, NewAccess, UserWithAccess } from './access.ts';

const allowed = { allow: 'entities:all' } as const;

/** Access to agents, as the worker service offers it. Apps, knowledge bases and agents have the calls of `access` too. */
export const agentAccess = defineContract({
  name: 'agent-access',
  alsoFails: ['agents.not_found'],
  errors: {},
  endpoints: {
    update: {
      method: 'PUT',
      path: '/api/worker/agent-access/:id',
      summary: 'Make an agent public or private, and replace the members who were given access (ACCESS-12)',
      access: allowed,
      params: z.object({ id: lookupId }),
      body: z.object({
        ...tenantQuery,
        access: AgentAccess.optional(),
        userIds: z.array(lookupId).max(500).optional(),
      }),
      reply: z.object({ access: AgentAccess, given: z.number().int(), removed: z.number().int() }),
    },
    list: {
      method: 'GET',
      path: '/api/worker/tenant-users/:agentId',
      summary: 'List the members with access to an agent (ACCESS-13)',
      access: allowed,
      params: z.object({ agentId: lookupId }),
      query: z.object({ ...pageQuery, ...tenantQuery }),
      reply: pageSchemaFor(UserWithAccess).extend({ invited: z.array(InvitedWithAccess) }),
    },
    give: {
      method: 'POST',
      path: '/api/worker/invite-user-access',
      summary:
        'Give access to an agent by email; an address that belongs to no member is invited (ACCESS-14)',
      access: allowed,
      body: NewAccess.pick({ email: true, role: true, tenantId: true }).extend({ agentId: lookupId }),
      reply: z.object({ status: z.enum(['GRANTED', 'INVITED']), userId: z.string().nullable() }),
    },
  },
});
