import { flowWebhooks } from '@atelier/contracts/assistants/flows/flow-webhooks';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { bareType } from '../../../../kernel/http/bodies/read-body.ts';
import type { Anonymous, Exchange } from '../../../../kernel/module/exchange.ts';
import { type AlreadyAnswered, defineRoutes } from '../../../../kernel/module/module.ts';
import type { FlowResponse } from '../engine/flow-run-type.ts';
import { writeLarge } from '../engine/large/send-large.ts';
import { awaitResponse } from './await-response.ts';
import { openAnswer } from './open-answer.ts';
import type { Arriving } from './read-call.ts';
import { findResumePage, resumeRun } from './resume-run.ts';
import { sendResponse } from './send-response.ts';
import { beginByWebhook, storeByWebhook } from './start-by-webhook.ts';

type Http = Pick<Exchange, 'address' | 'headers' | 'origin' | 'bytes' | 'parts' | 'signal' | 'sendRaw'>;
type Call = { params: { flowId: string }; query: Record<string, unknown> };

async function* nothing(): AsyncGenerator<Uint8Array> {}

const arrivingAs = (method: string, query: Record<string, unknown>, exchange: Http): Arriving => {
  const { address, headers } = exchange;
  const bytes: Arriving['bytes'] = (onBytes) => (method === 'GET' ? nothing() : exchange.bytes(onBytes));
  const arriving = { method, headers, query, address, bytes };
  const hasParts = method !== 'GET' && bareType(headers['content-type']) === 'multipart/form-data';
  return hasParts ? { ...arriving, parts: (onBytes) => exchange.parts(onBytes) } : arriving;
};

const sendJson = (exchange: Http, status: number, value: unknown): Promise<AlreadyAnswered> =>
  exchange.sendRaw({ status, type: 'application/json; charset=utf-8', body: JSON.stringify(value) });

/** Answers 202 as soon as the run is stored. */
const accept =
  (method: string) =>
  async (anonymous: Anonymous, { params, query }: Call, exchange: Http): Promise<AlreadyAnswered> => {
    const started = await storeByWebhook(anonymous, params.flowId, arrivingAs(method, query, exchange));
    if ('reply' in started) return sendResponse(exchange, anonymous, started.reply);
    const { requestId } = anonymous;
    const responseData = { runId: started.run };
    return sendJson(exchange, 202, { success: true, responseCode: 202, responseData, requestId });
  };

interface Answering {
  ctx: Ctx;
  flowId: string;
  runId: string;
}

/** Sends what a flow answers. A file of the run is sent as a download. */
const respond = async (
  exchange: Http,
  { ctx, ...owner }: Answering,
  response: FlowResponse,
): Promise<AlreadyAnswered> => {
  const download = await openAnswer(ctx, owner.runId, response.body);
  if (download) return exchange.sendRaw({ ...download, status: response.status });
  return sendResponse(exchange, ctx, { ...response, large: await writeLarge(ctx, owner, response.body) });
};

/** Sends the output of a flow that gave no response. */
const sendOutput = async (
  exchange: Http,
  { ctx, ...owner }: Answering,
  output: unknown,
): Promise<AlreadyAnswered> => {
  const large = await writeLarge(ctx, owner, output);
  if (!large) return sendJson(exchange, 200, output);
  return sendResponse(exchange, ctx, { status: 200, headers: {}, body: null, large });
};

/** Answers with the response of the flow; with its output when it gives none. */
const acceptAndWait =
  (method: string) =>
  async (anonymous: Anonymous, { params, query }: Call, exchange: Http): Promise<AlreadyAnswered> => {
    const started = await beginByWebhook(anonymous, params.flowId, arrivingAs(method, query, exchange));
    if ('reply' in started) return sendResponse(exchange, anonymous, started.reply);
    const { ctx, run } = started;
    const outcome = await awaitResponse(ctx, run, exchange.signal);
    const answering = { ctx, flowId: params.flowId, runId: run.runId };
    return 'response' in outcome
      ? respond(exchange, answering, outcome.response)
      : sendOutput(exchange, answering, outcome.output);
  };

export const flowWebhookRoutes = defineRoutes(flowWebhooks, {
  get: accept('GET'),
  post: accept('POST'),
  put: accept('PUT'),
  patch: accept('PATCH'),
  remove: accept('DELETE'),
  getSync: acceptAndWait('GET'),
  postSync: acceptAndWait('POST'),
  putSync: acceptAndWait('PUT'),
  patchSync: acceptAndWait('PATCH'),
  removeSync: acceptAndWait('DELETE'),
  showResume: async (anonymous, { params: { token }, query }, exchange) => {
    const location = await findResumePage(anonymous, { token, query, accept: exchange.headers.accept });
    return exchange.sendRaw({ status: 303, type: 'text/plain', headers: { location }, body: '' });
  },
  resume: async (anonymous, { params, query }, exchange) => {
    await resumeRun(anonymous, params.token, arrivingAs('POST', query, exchange));
    return { resumed: true as const };
  },
});
