import { flowProposals } from '@atelier/contracts/assistants/flows/flow-proposals';
import { flowRuns } from '@atelier/contracts/assistants/flows/flow-runs';
import { flowSettings } from '@atelier/contracts/assistants/flows/flow-settings';
import { flowWebhooks } from '@atelier/contracts/assistants/flows/flow-webhooks';
import { flows } from '@atelier/contracts/assistants/flows/flows';
import { pieces } from '@atelier/contracts/assistants/flows/pieces';
import { scheduler } from '@atelier/contracts/assistants/flows/scheduler';
import { matrixOf, type Own } from '../matrix.ts';

/** A flow of A. */
const flow = async ({ owner }: Own) => {
  const { flowId, versionId } = await owner.call(flows.endpoints.create, {
    body: { displayName: `Theirs ${crypto.randomUUID()}` },
  });
  return { params: { id: flowId }, versionId };
};

const onlyParams = async (own: Own) => ({ params: (await flow(own)).params });

const atVersion = async (own: Own) => {
  const { params, versionId } = await flow(own);
  return { params: { ...params, versionId } };
};

export const flowsMatrix = matrixOf(flows, {
  create: { plain: 'a new flow names nothing', parts: { body: { displayName: 'Mine' } } },
  list: { plain: 'it lists the own flows' },
  listOnContent: { plain: 'it lists the own flows' },
  listOnAgent: { plain: 'it lists the own flows' },
  saveOnAgent: {
    naming: async (own) => ({
      body: { displayName: 'Taken over', flowId: (await onlyParams(own)).params.id },
    }),
  },
  importOnWorker: { plain: 'a new flow names nothing', parts: { body: { displayName: 'Mine' } } },
  count: { plain: 'it counts the own flows' },
  get: { naming: onlyParams },
  update: { naming: async (own) => ({ ...(await onlyParams(own)), body: { displayName: 'Taken over' } }) },
  publish: { naming: onlyParams },
  publishAnyway: { naming: onlyParams },
  setStatus: { naming: async (own) => ({ ...(await onlyParams(own)), body: { status: 'DISABLED' } }) },
  duplicate: { naming: async (own) => ({ ...(await onlyParams(own)), body: {} }) },
  removal: { naming: onlyParams },
  remove: { naming: onlyParams },
  versions: { naming: onlyParams },
  version: { naming: atVersion },
  restore: { naming: atVersion },
  testStep: { naming: async (own) => ({ ...(await onlyParams(own)), body: { stepName: 'step_1' } }) },
  test: { naming: async (own) => ({ ...(await onlyParams(own)), body: {} }) },
  run: { naming: async (own) => ({ ...(await onlyParams(own)), body: {} }) },
  uploadFile: { naming: onlyParams },
  templates: { plain: 'templates are the same for every company' },
  template: {
    plain: 'templates are the same for every company',
    parts: { params: { id: 'tpl_answer_a_webhook' } },
  },
});

export const flowSettingsMatrix = matrixOf(flowSettings, {
  get: { naming: onlyParams },
  removal: { naming: onlyParams },
  put: { naming: async (own) => ({ ...(await onlyParams(own)), body: {} }) },
});

export const flowProposalsMatrix = matrixOf(flowProposals, {
  propose: { plain: 'a sentence names nothing', parts: { body: { sentence: 'Greet whoever calls.' } } },
  proposeChange: {
    naming: async (own) => ({ ...(await onlyParams(own)), body: { sentence: 'Greet whoever calls.' } }),
  },
});

/** A run of a flow of A. */
const run = async (own: Own) => {
  const { params } = await flow(own);
  return { params: await own.owner.call(flows.endpoints.test, { params, body: {} }) };
};

export const flowRunsMatrix = matrixOf(flowRuns, {
  list: { plain: 'it lists the own runs' },
  get: { naming: run },
  steps: { naming: run },
  text: { naming: async (own) => ({ ...(await run(own)), query: { of: 'INPUT' } }) },
  files: { naming: run },
  file: {
    naming: async (own) => {
      const { params } = await run(own);
      return { params: { ...params, fileId: 'fil_none' } };
    },
  },
  showFile: {
    naming: async (own) => {
      const { params } = await run(own);
      return { params: { ...params, fileId: 'fil_none' } };
    },
  },
  cancel: { naming: run },
  retry: { naming: run },
  replay: { naming: async (own) => ({ ...(await run(own)), body: {} }) },
  waiting: { plain: 'it lists what the own runs wait for' },
  approval: {
    plain: 'only a token that this server made opens anything',
    parts: { params: { token: 'a.b' } },
  },
  decide: {
    plain: 'only a token that this server made opens anything',
    parts: { params: { token: 'a.b' }, body: { approved: true } },
  },
});

const nowhere = {
  plain: 'the id of a flow is the permission to start it',
  parts: { params: { flowId: 'flw_none' } },
};
const noToken = {
  plain: 'only a token that this server made opens anything',
  parts: { params: { token: 'a.b' } },
};

export const flowWebhooksMatrix = matrixOf(flowWebhooks, {
  get: nowhere,
  post: nowhere,
  put: nowhere,
  patch: nowhere,
  remove: nowhere,
  getSync: nowhere,
  postSync: nowhere,
  putSync: nowhere,
  patchSync: nowhere,
  removeSync: nowhere,
  showResume: noToken,
  resume: noToken,
});

const webhookPiece = {
  plain: 'pieces are the same for every company',
  parts: { params: { name: 'webhook' } },
};

export const piecesMatrix = matrixOf(pieces, {
  list: { plain: 'pieces are the same for every company' },
  get: webhookPiece,
  active: webhookPiece,
  options: {
    plain: 'a connection is found only in the own company',
    parts: { params: { name: 'webhook' }, body: { member: 'catch_webhook', field: 'none' } },
  },
  packageDetails: { plain: 'pieces are the same for every company', parts: { query: { name: 'webhook' } } },
});

export const schedulerMatrix = matrixOf(scheduler, {
  list: { plain: 'it lists the own schedules' },
  times: {
    plain: 'it computes with what is sent',
    parts: { body: { triggerName: 'every_hour', input: {} } },
  },
});
