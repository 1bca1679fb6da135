import { flowProposals } from '@atelier/contracts/assistants/flows/flow-proposals';
import { flowRuns } from '@atelier/contracts/assistants/flows/flow-runs';
import { flowSettings } from '@atelier/contracts/assistants/flows/flow-settings';
import { flows } from '@atelier/contracts/assistants/flows/flows';
import { type PieceDescription, pieces } from '@atelier/contracts/assistants/flows/pieces';
import { scheduler } from '@atelier/contracts/assistants/flows/scheduler';
import { fail } from '../../../kernel/base/errors.ts';
import { defineRoutes, done } from '../../../kernel/module/module.ts';
import { listWaiting } from '../runs/index.ts';
import { describedPieces } from './pieces/catalogue.ts';
import { loadOptions } from './pieces/load-options.ts';
import { proposeChange, proposeFlow } from './proposals/propose-flow.ts';
import { cancelFlowRun, decide, readApproval, replayFlowRun, retryFlowRun } from './runs/change-run.ts';
import {
  getFlowRun,
  listFlowRuns,
  listFlowSteps,
  listRunFiles,
  openRunFile,
  readFlowText,
  showRunFile,
} from './runs/service/read-runs.ts';
import { listSchedules, nextTimes } from './scheduler/list-schedules.ts';
import { createFlow, duplicateFlow } from './service/create-flow.ts';
import { getVersion, listVersions, publishFlow, restoreVersion, setStatus } from './service/publish-flow.ts';
import { countFlows, getFlow, listFlows } from './service/reads.ts';
import { readRemoval, removeFlow } from './service/remove-flow.ts';
import { runByHand, testFlow, uploadForRun } from './service/start-flow.ts';
import { testStep } from './service/test-step.ts';
import { updateFlow } from './service/update-flow.ts';
import { countRemoval, readSettings, saveSettings } from './settings/save-settings.ts';
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

export const flowRunRoutes = defineRoutes(flowRuns, {
  list: (ctx, { query }) => listFlowRuns(ctx, query),
  get: (ctx, { params }) => getFlowRun(ctx, params.runId),
  steps: (ctx, { params, query }) => listFlowSteps(ctx, params.runId, query),
  text: (ctx, { params, query }) => readFlowText(ctx, params.runId, query),
  files: (ctx, { params }) => listRunFiles(ctx, params.runId),
  file: async (ctx, { params }, exchange) =>
    exchange.sendRaw(await openRunFile(ctx, params, exchange.headers.range)),
  showFile: (ctx, { params, query }) => showRunFile(ctx, params, query.as),
  cancel: (ctx, { params }) => cancelFlowRun(ctx, params.runId),
  retry: (ctx, { params }) => retryFlowRun(ctx, params.runId),
  replay: (ctx, { params, body }) => replayFlowRun(ctx, params.runId, body.payload),
  waiting: (ctx, { query }) => listWaiting(ctx, query),
  approval: (anonymous, { params }) => readApproval(anonymous, params.token),
  decide: (anonymous, { params, body }) => decide(anonymous, params.token, body),
});

export const flowProposalRoutes = defineRoutes(flowProposals, {
  propose: (ctx, { body }, { signal }) => proposeFlow(ctx, body.sentence, signal),
  proposeChange: (ctx, { params: { id }, body: { sentence } }, { signal }) =>
    proposeChange(ctx, { id, sentence }, signal),
});

/** Throws `pieces.not_found`. */
const getPiece = (name: string): PieceDescription =>
  describedPieces.find((piece) => piece.name === name) ?? fail('pieces.not_found');

export const pieceRoutes = defineRoutes(pieces, {
  list: async () => ({ pieces: describedPieces }),
  get: async (_anonymous, { params }) => getPiece(params.name),
  active: async (_ctx, { params }) => getPiece(params.name),
  options: async (ctx, { params, body }, { signal }) => ({
    options: await loadOptions(ctx, params.name, { ...body, connectionId: body.connectionId, signal }),
  }),
  packageDetails: async (_anonymous, { query }) => {
    const { name, version, description, actions, triggers } = getPiece(query.name);
    return { name, version, description, actions: actions.length, triggers: triggers.length };
  },
});

export const schedulerRoutes = defineRoutes(scheduler, {
  list: (ctx, { query }) => listSchedules(ctx, query),
  times: async (ctx, { body }) => nextTimes(ctx, body),
});

export const flowSettingsRoutes = defineRoutes(flowSettings, {
  get: (ctx, { params }) => readSettings(ctx, params.id),
  removal: (ctx, { params, query }) => countRemoval(ctx, params.id, query.days),
  put: (ctx, { params, body }) => saveSettings(ctx, params.id, body),
});
