import { z } from 'zod';
import { defineContract } from '../../kernel/contract.ts';
import { buildEnvelopeSchema } from '../../kernel/raw-replies.ts';
import { lookupId } from '../../kernel/shapes.ts';

/** The most bytes that a webhook takes, besides the files of a form with parts: as much as GitHub sends. */
export const maxWebhookBytes = 25 * 1024 * 1024;

const access = { public: 'The unguessable id of the flow is the permission to start it.' } as const;
const largeBody = { bytes: maxWebhookBytes, why: 'Other services send whole records.' };
const unaudited = 'The run that it starts is the record.';
/** The trigger names the sites, which are stored with the public id of the flow. */
const callableFrom = { sitesOf: 'flowId', in: 'params' } as const;
const acts = 'It starts the flow.';
const params = z.object({ flowId: lookupId });
/** Whatever the sender asks. */
const query = z.looseObject({});
const Accepted = z.object({ runId: z.string() });
/** A form with parts arrives in parts, because of its files; every other body as its bytes. */
const withBody = { streamedBody: true, multipart: true, largeBody, unaudited } as const;
/** The answer of a flow itself, with the status and the type that it chooses. */
const ofFlow = { says: 'What the flow answers.', content: { '*/*': z.unknown() } };

const start = {
  path: '/api/orchestrator/webhooks/:flowId',
  summary: 'Start a flow with a request of any method and body; answers 202 with the run',
  access,
  callableFrom,
  params,
  query,
  raw: true,
  sends: {
    202: { says: 'The run.', content: { 'application/json': buildEnvelopeSchema(202, Accepted) } },
    default: ofFlow,
  },
  reply: Accepted,
} as const;
const startAndWait = {
  path: '/api/orchestrator/webhooks/:flowId/sync',
  summary: 'Start a flow with a request of any method and body, and answer with its response',
  access,
  callableFrom,
  params,
  query,
  raw: true,
  sends: { 200: ofFlow, default: ofFlow },
  reply: z.unknown(),
} as const;
const resume = {
  path: '/api/orchestrator/resume/:token',
  access: { public: 'The unguessable token, which the run gave away, is the permission to continue it.' },
  params: z.object({ token: z.string().min(1).max(500) }),
  query,
} as const;

/** The addresses at which flows are started and continued from outside. */
export const flowWebhooks = defineContract({
  name: 'flow-webhooks',
  alsoFails: [
    'billing.credits_too_low',
    'flows.disabled',
    'flows.not_found',
    'flows.not_published',
    'flows.nothing_waits',
  ],
  errors: {
    'flows.no_webhook': {
      kind: 'conflict',
      message: 'This flow is not started by a webhook. Choose the webhook trigger and publish it.',
    },
    'flows.unverified': {
      kind: 'unauthenticated',
      message: 'The call does not prove where it comes from. Please check its signature or its secret.',
    },
    'flows.body_unreadable': {
      kind: 'invalid',
      message: 'The body is not what its content type says. Please send valid JSON, a form or a text.',
    },
    'flows.too_many_files': {
      kind: 'invalid',
      message: 'A call may have 20 files at most. Please send them with several calls, or as one archive.',
    },
    'flows.file_too_large': {
      kind: 'too_large',
      message: 'This file is larger than the limit. Please send a smaller one.',
    },
    'flows.resumed_by_post': {
      kind: 'invalid',
      message: 'A GET does not continue the run. Please send a POST to the same address.',
    },
    'flows.no_response': {
      kind: 'unavailable',
      message: 'The flow goes on, but did not respond in time. Its run shows what it does.',
    },
    'flows.run_failed': { kind: 'upstream', message: 'The flow failed before it responded.' },
  },
  endpoints: {
    get: { method: 'GET', acts, ...start },
    post: { method: 'POST', ...start, ...withBody },
    put: { method: 'PUT', ...start, ...withBody },
    patch: { method: 'PATCH', ...start, ...withBody },
    remove: { method: 'DELETE', ...start, ...withBody },
    getSync: { method: 'GET', acts, ...startAndWait },
    postSync: { method: 'POST', ...startAndWait, ...withBody },
    putSync: { method: 'PUT', ...startAndWait, ...withBody },
    patchSync: { method: 'PATCH', ...startAndWait, ...withBody },
    removeSync: { method: 'DELETE', ...startAndWait, ...withBody },
    showResume: {
      method: 'GET',
      ...resume,
      summary: 'Lead a browser to the page whose button continues a run; a GET alone continues nothing',
      raw: true,
      sends: { 303: { says: 'Leads to the page.' } },
    },
    resume: {
      method: 'POST',
      ...resume,
      ...withBody,
      summary: 'Continue a run that waits for this request',
      reply: z.object({ resumed: z.literal(true) }),
    },
  },
});
