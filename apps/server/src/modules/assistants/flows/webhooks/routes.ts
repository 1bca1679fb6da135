import { flowWebhooks } from '@atelier/contracts/assistants/flows/flow-webhooks';
import { bareType } from '../../../../kernel/http/bodies/read-body.ts';
import { defineRoutes } from '../../../../kernel/module/module.ts';
import { answerWebhook, type WebhookRequest } from './answer-webhook.ts';
import type { Arriving } from './read-call.ts';
import { findResumePage, resumeRun } from './resume-run.ts';
import type { Http } from './send-response.ts';

type Call = { params: { flowId: string }; query: Record<string, unknown> };

async function* nothing(): AsyncGenerator<Uint8Array> {}

const arrivingAs = (method: string, query: Record<string, unknown>, exchange: Http): Arriving => {
  const { address, headers } = exchange;
  const bytes: Arriving['bytes'] = (onBytes) => (method === 'GET' ? nothing() : exchange.bytes(onBytes));
  const arriving = { method, headers, query, address, bytes };
  const hasParts = method !== 'GET' && bareType(headers['content-type']) === 'multipart/form-data';
  return hasParts ? { ...arriving, parts: (onBytes) => exchange.parts(onBytes) } : arriving;
};

/** A call that is answered as soon as its run is stored. */
const startedBy = (method: string, { params, query }: Call, exchange: Http): WebhookRequest => ({
  flowId: params.flowId,
  arriving: arrivingAs(method, query, exchange),
  waits: false,
});

/** A call that is answered by the flow. */
const answeredBy = (method: string, call: Call, exchange: Http): WebhookRequest => ({
  ...startedBy(method, call, exchange),
  waits: true,
});

export const flowWebhookRoutes = defineRoutes(flowWebhooks, {
  get: (anonymous, call, exchange) => answerWebhook(anonymous, startedBy('GET', call, exchange), exchange),
  post: (anonymous, call, exchange) => answerWebhook(anonymous, startedBy('POST', call, exchange), exchange),
  put: (anonymous, call, exchange) => answerWebhook(anonymous, startedBy('PUT', call, exchange), exchange),
  patch: (anonymous, call, exchange) =>
    answerWebhook(anonymous, startedBy('PATCH', call, exchange), exchange),
  remove: (anonymous, call, exchange) =>
    answerWebhook(anonymous, startedBy('DELETE', call, exchange), exchange),
  getSync: (anonymous, call, exchange) =>
    answerWebhook(anonymous, answeredBy('GET', call, exchange), exchange),
  postSync: (anonymous, call, exchange) =>
    answerWebhook(anonymous, answeredBy('POST', call, exchange), exchange),
  putSync: (anonymous, call, exchange) =>
    answerWebhook(anonymous, answeredBy('PUT', call, exchange), exchange),
  patchSync: (anonymous, call, exchange) =>
    answerWebhook(anonymous, answeredBy('PATCH', call, exchange), exchange),
  removeSync: (anonymous, call, exchange) =>
    answerWebhook(anonymous, answeredBy('DELETE', call, exchange), exchange),
  showResume: async (anonymous, { params: { token }, query }, exchange) => {
    const location = await findResumePage(anonymous, { token, query, accept: exchange.headers.accept });
    return exchange.sendRaw({ status: 303, type: 'text/plain', headers: { location }, body: '' });
  },
  resume: async (anonymous, { params, query }, exchange) => {
    await resumeRun(anonymous, params.token, arrivingAs('POST', query, exchange));
    return { resumed: true as const };
  },
});
