import type { ServerResponse } from 'node:http';
import { asArray, asRecord, asString } from '../src/read-json.ts';
import { type FakeMessage, fakeAnswer, fakeTokens } from './fake-answer.ts';
import { type ReceivedRequest, sendJson, sleep, write } from './fake-http.ts';

/** The names of models that misbehave, with their behaviour. `<n>` is replaced by a number. */
export const fakeBehaviours = {
  'fake-rate-limited-once': '429 with Retry-After: 0, then answers; by turns',
  'fake-rate-limited': '429 with Retry-After: 30',
  'fake-quota': '429 insufficient_quota',
  'fake-server-error': '500',
  'fake-server-error-once': '500, then answers; by turns',
  'fake-disconnect-first': 'accepts, then breaks the connection before the first token; by turns',
  'fake-unauthorized': '401',
  'fake-not-found': '404 model_not_found',
  'fake-context': '400 context_length_exceeded',
  'fake-refused': '400 content_filter',
  'fake-no-temperature': '400 when the body has a temperature',
  'fake-redirect': '302 to another address',
  'fake-hang': 'never answers',
  'fake-hang-mid': 'three tokens, then silence',
  'fake-slow-<n>': 'a token every n milliseconds',
  'fake-tokens-<n>': 'n tokens as fast as they are read',
  'fake-call-<n>': 'a tool call with n deltas of arguments, as fast as they are read',
  'fake-call-paced-<n>': 'the same, a delta every 2 milliseconds',
  'fake-paced-<n>': 'n tokens, one every 2 milliseconds',
  'fake-malformed': 'two tokens, then broken JSON',
  'fake-disconnect': 'three tokens, then breaks the connection',
  'fake-truncated': 'three tokens, then ends without a reason',
  'fake-error-mid': 'three tokens, then an error event',
  'fake-odd-events': 'unknown events, comments and control characters among the tokens',
  'fake-emoji': 'a surrogate pair split over two deltas',
  'fake-empty': 'ends without a token',
  'fake-blank': 'writes white space only',
  'fake-empty-length': 'thinks until its longest reply, and writes nothing',
  'fake-empty-filter': 'writes nothing, because a filter ended the reply',
  'fake-length': 'ends with reason length',
  'fake-no-usage': 'answers without usage',
  'fake-whole': 'answers with JSON although a stream was asked for',
  'fake-html': '200 with a web page',
  'fake-vision': 'says what pictures are as large as',
  'fake-vision-hang-second': 'the same, and never answers the second call',
  'fake-vision-blind': '400, as a model that takes no pictures',
} as const;

type Seen = Map<string, number>;

export const completeChat = async (
  request: ReceivedRequest,
  response: ServerResponse,
  seen: Seen,
): Promise<void> => {
  const model = modelOf(request);
  const calls = (seen.get(model) ?? 0) + 1;
  seen.set(model, calls);
  const isFirst = calls % 2 === 1;
  const refusal = refusalOf(model, request, isFirst);
  if (refusal) return sendJson(response, { error: refusal.error }, refusal);
  if (model === 'fake-hang' || (model === 'fake-vision-hang-second' && calls === 2)) return;
  if (model === 'fake-disconnect-first' && isFirst) return breakEarly(response);
  if (model === 'fake-html') {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>Welcome</body></html>');
    return;
  }
  if (request.body.stream !== true || model === 'fake-whole') return sendWhole(request, response, model);
  await (silentModels.test(model) ? streamNothing(response, model) : streamChat(request, response, model));
};

const silentModels = /^fake-(?:empty|blank)/;

const modelOf = ({ body, headers, path }: ReceivedRequest): string => {
  const deployment = /\/deployments\/([^/]+)\//.exec(path)?.[1];
  return asString(headers['x-fake-behaviour']) ?? deployment ?? asString(body.model) ?? 'fake-chat';
};

interface Refusal {
  status: number;
  error: { message: string; type?: string; code?: string; param?: string };
  headers?: Record<string, string>;
}

const overloaded = { message: 'Rate limit reached.', type: 'requests', code: 'rate_limit_exceeded' };
const broken = { message: 'The server had an error while processing your request.', type: 'server_error' };

const refusals: Record<string, Refusal> = {
  'fake-rate-limited': { status: 429, error: overloaded, headers: { 'retry-after': '30' } },
  'fake-quota': {
    status: 429,
    error: { message: 'You exceeded your current quota.', code: 'insufficient_quota' },
  },
  'fake-server-error': { status: 500, error: broken },
  'fake-unauthorized': { status: 401, error: { message: 'Incorrect API key.', code: 'invalid_api_key' } },
  'fake-not-found': {
    status: 404,
    error: { message: 'The model does not exist.', code: 'model_not_found' },
  },
  'fake-context': {
    status: 400,
    error: {
      message: "This model's maximum context length is 8192 tokens.",
      code: 'context_length_exceeded',
    },
  },
  'fake-vision-blind': {
    status: 400,
    error: { message: 'Invalid content type. image_url is only supported by certain models.' },
  },
  'fake-refused': {
    status: 400,
    error: { message: 'The response was filtered.', code: 'content_filter' },
  },
  'fake-redirect': {
    status: 302,
    error: { message: 'Moved.' },
    headers: { location: 'http://127.0.0.1:9/elsewhere' },
  },
};

const onceRefusals: Record<string, Refusal> = {
  'fake-rate-limited-once': { status: 429, error: overloaded, headers: { 'retry-after': '0' } },
  'fake-server-error-once': { status: 500, error: broken },
};

const refusalOf = (model: string, { body }: ReceivedRequest, isFirst: boolean): Refusal | undefined => {
  if (model === 'fake-no-temperature' && body.temperature !== undefined)
    return {
      status: 400,
      error: { message: "Unsupported value: 'temperature' is not supported with this model." },
    };
  return refusals[model] ?? (isFirst ? onceRefusals[model] : undefined);
};

const breakEarly = async (response: ServerResponse): Promise<void> => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.flushHeaders();
  await sleep(5);
  response.destroy();
};

/** Returns the description of a vision model, which proves that whole pictures have arrived. */
const describe = (request: ReceivedRequest): string | undefined => {
  const parts = asArray(request.body.messages).flatMap((message) => asArray(asRecord(message)?.content));
  const seen = parts.flatMap((part) => asString(asRecord(asRecord(part)?.image_url)?.url) ?? []);
  if (seen.length === 0) return undefined;
  return seen.map(describePicture).join('\n\n');
};

const describePicture = (url: string): string => {
  const [head = '', data = ''] = url.split(',');
  const bytes = Buffer.from(data, 'base64');
  const size = head.includes('png') ? `${bytes.readUInt32BE(16)} by ${bytes.readUInt32BE(20)}` : 'unknown';
  return `# A heron\n\nThe picture shows a heron beside a lake. Its size is ${size}, its kind ${head.slice(5, -7)}.`;
};

const answerTo = (request: ReceivedRequest): string => describe(request) ?? fakeAnswer(messagesOf(request));

const messagesOf = ({ body }: ReceivedRequest): FakeMessage[] =>
  asArray(body.messages).map((message) => ({
    role: asString(asRecord(message)?.role) ?? '',
    content: textOf(asRecord(message)?.content),
  }));

/** Returns the text of content that is a text or a list of typed parts. */
export const textOf = (content: unknown): string =>
  asString(content) ??
  asArray(content)
    .map((part) => asString(asRecord(part)?.text) ?? '')
    .join('');

const usageOf = (request: ReceivedRequest, tokens: number) => {
  const prompt = messagesOf(request).reduce((sum, { content }) => sum + Math.ceil(content.length / 4), 0);
  return { prompt_tokens: prompt, completion_tokens: tokens, total_tokens: prompt + tokens };
};

const sendWhole = (request: ReceivedRequest, response: ServerResponse, model: string): void => {
  const answer = answerTo(request);
  sendJson(response, {
    id: 'chatcmpl-fake',
    object: 'chat.completion',
    created: 1_700_000_000,
    model,
    choices: [{ index: 0, message: { role: 'assistant', content: answer }, finish_reason: 'stop' }],
    usage: usageOf(request, fakeTokens(answer).length),
  });
};

const numberIn = (model: string, prefix: string): number | undefined =>
  model.startsWith(prefix) ? Number(model.slice(prefix.length)) : undefined;

const streamChat = async (
  request: ReceivedRequest,
  response: ServerResponse,
  model: string,
): Promise<void> => {
  const paced = numberIn(model, 'fake-paced-');
  const count = numberIn(model, 'fake-tokens-') ?? paced;
  const pauseMs = paced === undefined ? (numberIn(model, 'fake-slow-') ?? 0) : 2;
  const isPacedCall = model.startsWith('fake-call-paced-');
  const deltas = numberIn(model, isPacedCall ? 'fake-call-paced-' : 'fake-call-');
  if (deltas !== undefined) return streamCall(response, model, { deltas, pauseMs: isPacedCall ? 2 : 0 });
  const tokens =
    count === undefined ? fakeTokens(answerTo(request)) : Array.from({ length: count }, () => 'token ');
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  await write(response, chunk(model, { role: 'assistant', content: '' }));
  for (const [at, token] of tokens.entries()) {
    if (at === cutAfter(model)) return misbehave(response, model);
    if (model === 'fake-odd-events') await write(response, oddEvents);
    if (pauseMs > 0) await sleep(pauseMs);
    const content = model === 'fake-odd-events' ? `\u0000${token}\u001b[31m\u0085` : token;
    if (!(await write(response, chunk(model, { content })))) return;
  }
  if (model === 'fake-emoji')
    await write(response, chunk(model, { content: 'ok \ud83d' }) + chunk(model, { content: '\ude00' }));
  await write(response, chunk(model, {}, model === 'fake-length' ? 'length' : 'stop'));
  const wantsUsage = asRecord(request.body.stream_options)?.include_usage === true;
  if (wantsUsage && model !== 'fake-no-usage')
    await write(response, event({ ...base(model), choices: [], usage: usageOf(request, tokens.length) }));
  response.end('data: [DONE]\n\n');
};

const emptyEnds: Record<string, string> = {
  'fake-empty-length': 'length',
  'fake-empty-filter': 'content_filter',
};

const streamNothing = async (response: ServerResponse, model: string): Promise<void> => {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  await write(response, chunk(model, { role: 'assistant', content: model === 'fake-blank' ? ' \n' : '' }));
  if (model === 'fake-empty-length')
    await write(response, chunk(model, { reasoning_content: 'Let me see.' }));
  await write(response, chunk(model, {}, emptyEnds[model] ?? 'stop'));
  const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 };
  await write(response, event({ ...base(model), choices: [], usage }));
  response.end('data: [DONE]\n\n');
};

/** Makes a call of the tool `write` with `{"text":"word word …"}`. */
const streamCall = async (
  response: ServerResponse,
  model: string,
  { deltas, pauseMs }: { deltas: number; pauseMs: number },
): Promise<void> => {
  const say = (call: object, reason: string | null = null) => {
    const delta = reason === null ? { tool_calls: [{ index: 0, ...call }] } : {};
    return write(response, event({ ...base(model), choices: [{ index: 0, delta, finish_reason: reason }] }));
  };
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  await say({ id: 'call_fake', type: 'function', function: { name: 'write', arguments: '{"text":"' } });
  for (let at = 0; at < deltas; at += 1) {
    if (pauseMs > 0) await sleep(pauseMs);
    if (!(await say({ function: { arguments: 'word ' } }))) return;
  }
  await say({ function: { arguments: '"}' } });
  await say({}, 'tool_calls');
  response.end('data: [DONE]\n\n');
};

const cutAfter = (model: string): number | undefined =>
  ({
    'fake-malformed': 2,
    'fake-hang-mid': 3,
    'fake-disconnect': 3,
    'fake-truncated': 3,
    'fake-error-mid': 3,
  })[model];

const misbehave = async (response: ServerResponse, model: string): Promise<void> => {
  // Waits until everything that was written has been sent, so that the break comes after it.
  await sleep(20);
  if (model === 'fake-hang-mid') return;
  if (model === 'fake-disconnect') return void response.destroy();
  if (model === 'fake-malformed') response.write('data: {"choices": [{"delta": {"content": \n\n');
  if (model === 'fake-error-mid')
    response.write(event({ error: { message: 'The server is overloaded.', type: 'server_error' } }));
  response.end();
};

const oddEvents =
  ': keep-alive\n\nevent: ping\ndata: not json\n\nid: 7\nretry: 10\n\ndata: {"object":"something.else","extra":1}\n\n';

const base = (model: string) => ({
  id: 'chatcmpl-fake',
  object: 'chat.completion.chunk',
  created: 1_700_000_000,
  model,
});

const event = (data: unknown): string => `data: ${JSON.stringify(data)}\n\n`;

const chunk = (model: string, delta: Record<string, string>, finishReason: string | null = null): string =>
  event({ ...base(model), choices: [{ index: 0, delta, finish_reason: finishReason }] });
