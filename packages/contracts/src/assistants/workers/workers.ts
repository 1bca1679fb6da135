import { z } from 'zod';
import { defineContract } from '../../kernel/contract.ts';
import { Done, lookupId, pageQuery, pageSchemaFor, tenantQuery, text } from '../../kernel/shapes.ts';
import { workerErrors } from './worker-errors.ts';
import {
  NewWorker,
  Worker,
  WorkerChange,
  WorkerLine,
  WorkerRemoval,
  WorkerStatus,
  WorkerTargetKind,
  workerParams,
} from './worker-shapes.ts';
import { WorkerTemplate, WorkerTemplateCategory, WorkerTemplateDetails } from './worker-templates.ts';

const read = { allow: 'agents:read' } as const;
const write = { allow: 'agents:write' } as const;
const ownTenant = z.object(tenantQuery);

/** Workers: agents, crews and flows that are deployed with a queue of inputs and places for their results. */
export const workers = defineContract({
  name: 'workers',
  alsoFails: ['agents.incomplete', 'flows.schedule_unreadable'],
  errors: workerErrors,
  endpoints: {
    templates: {
      method: 'GET',
      path: '/api/worker/worker-templates',
      summary: 'List worker templates (WORKER-08)',
      access: read,
      query: z.object({ ...tenantQuery, categoryId: lookupId.optional(), search: text(200).optional() }),
      reply: z.object({ templates: z.array(WorkerTemplate) }),
    },
    templateCategories: {
      method: 'GET',
      path: '/api/worker/template-categories',
      summary: 'List the categories of worker templates (WORKER-09)',
      access: read,
      query: ownTenant,
      reply: z.object({ categories: z.array(WorkerTemplateCategory) }),
    },
    template: {
      method: 'GET',
      path: '/api/worker/worker-templates/:id',
      summary: 'Read a worker template (WORKER-10)',
      access: read,
      params: workerParams,
      query: ownTenant,
      reply: WorkerTemplateDetails,
    },
    list: {
      method: 'GET',
      path: '/api/worker/workers',
      summary: 'List workers (WORKER-11)',
      access: read,
      query: z.object({
        ...tenantQuery,
        ...pageQuery,
        status: WorkerStatus.optional(),
        runs: WorkerTargetKind.optional(),
        sort: z.enum(['name', 'createdAt', 'updatedAt']).default('updatedAt'),
        order: z.enum(['asc', 'desc']).default('desc'),
      }),
      reply: pageSchemaFor(WorkerLine),
    },
    get: {
      method: 'GET',
      path: '/api/worker/workers/:id',
      summary: 'Read a worker (WORKER-12)',
      access: read,
      params: workerParams,
      query: ownTenant,
      reply: Worker,
    },
    deploy: {
      method: 'POST',
      path: '/api/worker/workers',
      summary: 'Deploy a worker (WORKER-13)',
      access: write,
      largeBody: { bytes: 1024 * 1024, why: 'Sample data carries the text of documents.' },
      body: NewWorker,
      reply: Worker,
    },
    update: {
      method: 'PUT',
      path: '/api/worker/workers/:id',
      summary: 'Change a worker, and pause, resume or deactivate it (WORKER-14)',
      access: write,
      largeBody: { bytes: 1024 * 1024, why: 'Sample data carries the text of documents.' },
      params: workerParams,
      body: WorkerChange,
      reply: Worker,
    },
    removal: {
      method: 'GET',
      path: '/api/worker/workers/:id/removal',
      summary: 'Read what deleting a worker takes along',
      access: write,
      params: workerParams,
      query: ownTenant,
      reply: WorkerRemoval,
    },
    remove: {
      method: 'DELETE',
      path: '/api/worker/workers/:id',
      summary: 'Delete a worker with its records. Open ones are cancelled (WORKER-15)',
      access: write,
      params: workerParams,
      query: ownTenant,
      reply: Done,
    },
  },
});
