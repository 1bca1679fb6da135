import { flows } from '@atelier/contracts/assistants/flows/flows';
import { defineRoutes, done } from '../../../kernel/module/module.ts';
import { createFlow } from './service/create-flow.ts';
import { duplicateFlow } from './service/duplicate-flow.ts';
import { getVersion, listVersions } from './service/list-versions.ts';
import { publishFlow } from './service/publish-flow.ts';
import { countFlows, getFlow, listFlows } from './service/reads.ts';
import { readRemoval, removeFlow } from './service/remove-flow.ts';
import { restoreVersion } from './service/restore-version.ts';
import { setStatus } from './service/set-status.ts';
import { runByHand, testFlow } from './service/start-flow.ts';
import { testStep } from './service/test-step.ts';
import { updateFlow } from './service/update-flow.ts';
import { uploadForRun } from './service/upload-file.ts';
import { getTemplate, listTemplates } from './templates/templates.ts';

export const flowRoutes = defineRoutes(flows, {
  create: (ctx, { body }) => createFlow(ctx, body),
  list: (ctx, { query }) => listFlows(ctx, query),
  listOnContent: (ctx, { query }) => listFlows(ctx, query),
  listOnAgent: (ctx, { query }) => listFlows(ctx, { ...query, status: 'ENABLED' }),
  saveOnAgent: (ctx, { body: { flowId, ...content } }) =>
    flowId === undefined ? createFlow(ctx, content) : updateFlow(ctx, flowId, content),
  importOnWorker: (ctx, { body }) => createFlow(ctx, body),
  count: (ctx, { query }) => countFlows(ctx, query),
  get: (ctx, { params, query }) => getFlow(ctx, params.id, query.versionId),
  update: (ctx, { params, body }) => updateFlow(ctx, params.id, body),
  publish: (ctx, { params }) => publishFlow(ctx, params.id),
  publishAnyway: (ctx, { params }) => publishFlow(ctx, params.id, { overridesGate: true }),
  setStatus: (ctx, { params, body }) => setStatus(ctx, params.id, body.status),
  duplicate: (ctx, { params, body }) => duplicateFlow(ctx, params.id, body.displayName),
  removal: (ctx, { params }) => readRemoval(ctx, params.id),
  remove: async (ctx, { params }) => {
    await removeFlow(ctx, params.id);
    return done;
  },
  versions: (ctx, { params, query }) => listVersions(ctx, params.id, query),
  version: (ctx, { params }) => getVersion(ctx, params.id, params.versionId),
  restore: (ctx, { params }) => restoreVersion(ctx, params.id, params.versionId),
  testStep: (ctx, { params, body }, { signal }) =>
    testStep(ctx, params.id, { stepName: body.stepName, outputs: body.outputs, signal }),
  test: (ctx, { params, body }) => testFlow(ctx, params.id, body.payload),
  run: (ctx, { params, body }) => runByHand(ctx, params.id, body.payload),
  uploadFile: (ctx, { params }, exchange) => uploadForRun(ctx, params.id, exchange.parts()),
  templates: async () => ({ templates: listTemplates() }),
  template: async (_ctx, { params }) => getTemplate(params.id),
});
