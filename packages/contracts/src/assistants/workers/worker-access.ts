import { z } from 'zod';
import { Connection } from '../../content/connections/connections.ts';
import { defineContract } from '../../kernel/contract.ts';
import { Done, lookupId, tenantQuery } from '../../kernel/shapes.ts';
import { OfflineReason, workerParams } from './worker-shapes.ts';

const ownTenant = z.object(tenantQuery);

/** The content of the public screen of a worker, for everybody with its link. */
export const PublicWorker = z.object({
  workerId: z.string(),
  name: z.string(),
  description: z.string(),
  /** True while what is sent to it waits. */
  isPaused: z.boolean(),
});
export type PublicWorker = z.infer<typeof PublicWorker>;

/** A worker that cannot work at the moment, with the reason. */
export const OfflineAgent = z.object({
  workerId: z.string(),
  name: z.string(),
  reason: OfflineReason,
  message: z.string(),
});
export type OfflineAgent = z.infer<typeof OfflineAgent>;

/** Access to workers, their public pages, and their connections. */
export const workerAccess = defineContract({
  name: 'worker-access',
  alsoFails: ['access.not_given', 'workers.link_not_found', 'workers.not_found'],
  errors: {
    'workers.connection_not_found': {
      kind: 'not_found',
      message: 'No worker or tool uses such a connection.',
    },
  },
  endpoints: {
    removeUser: {
      method: 'DELETE',
      path: '/api/worker/worker-agents/:id',
      summary: 'Take the access of an invited user from a worker (WORKER-16)',
      access: { allow: 'entities:all' },
      params: workerParams,
      query: z.object({ ...tenantQuery, userId: lookupId }),
      reply: Done,
    },
    publicDetails: {
      method: 'GET',
      path: '/api/worker/agent/:id',
      summary: 'Read what the public screen of a worker shows (WORKER-21)',
      access: { public: 'A public worker is shown to anyone with its link.' },
      params: workerParams,
      query: ownTenant,
      reply: PublicWorker,
    },
    offlineAgents: {
      method: 'GET',
      path: '/api/worker/offline-agents',
      summary:
        'List workers that cannot work, with the reason (WORKER-22). Without an account, only the public worker that agentId names',
      access: { public: 'A visitor is told why a public worker does not answer.' },
      query: z.object({ ...tenantQuery, agentId: lookupId.optional() }),
      reply: z.object({ agents: z.array(OfflineAgent) }),
    },
    connections: {
      method: 'GET',
      path: '/api/worker/agent-connections',
      summary: 'List the connections that the mailboxes of workers use (WORKER-23)',
      access: { allow: 'connections:read' },
      query: ownTenant,
      reply: z.object({ connections: z.array(Connection) }),
    },
    connection: {
      method: 'GET',
      path: '/api/worker/agent-connections/:id',
      summary: 'Read a connection that the mailboxes of workers use (WORKER-24)',
      access: { allow: 'connections:read' },
      params: workerParams,
      query: ownTenant,
      reply: Connection,
    },
  },
});
