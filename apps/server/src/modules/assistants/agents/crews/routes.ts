import { crews } from '@atelier/contracts/assistants/agents/crews';
import { defineRoutes } from '../../../../kernel/module/module.ts';
import { createCrew, executeCrew, getCrew, listCrews, updateCrew } from './crews.ts';
import { readWork } from './read-work.ts';

export const crewRoutes = defineRoutes(crews, {
  create: (ctx, { body }) => createCrew(ctx, body),
  list: (ctx, { query }) => listCrews(ctx, query),
  get: (ctx, { params, query }) => getCrew(ctx, params.id, query.versionId),
  update: (ctx, { params, body: { tenantId: _tenant, ...change } }) => updateCrew(ctx, params.id, change),
  execute: (ctx, request, exchange) => executeCrew(ctx, request, exchange.signal),
  work: (ctx, { params }) => readWork(ctx, params.runId),
});
