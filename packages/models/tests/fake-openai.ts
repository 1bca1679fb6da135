import { pathToFileURL } from 'node:url';
import { fakeEmbedding } from './fake-answer.ts';
import {
  type FakeServer,
  type Handler,
  type ReceivedRequest,
  sendJson,
  startFakeServer,
} from './fake-http.ts';
import { transcribe } from './fake-openai-audio.ts';
import { completeChat } from './fake-openai-chat.ts';

/**
 * Starts a server on loopback that speaks OpenAI's protocol: chat completions (streamed and not), embeddings, transcriptions, models. It
 * answers from numbered chunks with their markers. A model named after a behaviour (`fakeBehaviours`), or the header `x-fake-behaviour`,
 * makes it misbehave. It accepts every key but `wrong-key`. To run it alone, `node packages/models/tests/fake-openai.ts --port 0` prints
 * its base address.
 */
export const startFakeOpenAI = async ({ port = 0 }: { port?: number } = {}): Promise<FakeOpenAI> => {
  const seen = new Map<string, number>();
  const server = await startFakeServer(handle(seen), port);
  return { ...server, baseUrl: `${server.origin}/v1` };
};

export interface FakeOpenAI extends FakeServer {
  /** The base URL for a provider: the origin with `/v1`. */
  baseUrl: string;
}

const models = ['fake-chat', 'fake-chat-mini', 'fake-embedding', 'fake-transcription', 'fake-vision'];

const handle =
  (seen: Map<string, number>): Handler =>
  (request, response) => {
    const path = request.path.split('?')[0] ?? '';
    if (path === '/health') return sendJson(response, { ok: true });
    if (keyOf(request) === 'wrong-key') return sendJson(response, wrongKey, { status: 401 });
    if (path.endsWith('/chat/completions')) return completeChat(request, response, seen);
    if (path.endsWith('/audio/transcriptions')) return transcribe(request, response, seen);
    if (path.endsWith('/embeddings')) return embed(request, response, seen);
    if (path.endsWith('/models'))
      return sendJson(response, { object: 'list', data: models.map((id) => ({ id, object: 'model' })) });
    return sendJson(response, { error: { message: `Unknown path ${path}` } }, { status: 404 });
  };

const keyOf = ({ headers }: ReceivedRequest): string =>
  String(headers.authorization ?? headers['api-key'] ?? '').replace('Bearer ', '');

const wrongKey = {
  error: {
    message: 'Incorrect API key provided: wrong-key.',
    type: 'invalid_request_error',
    code: 'invalid_api_key',
  },
};

const mostInputs = 2_048;

const embed = (
  { body }: ReceivedRequest,
  response: Parameters<Handler>[1],
  seen: Map<string, number>,
): void => {
  const inputs: string[] = [body.input].flat().map(String);
  const model = String(body.model);
  const calls = (seen.get(model) ?? 0) + 1;
  seen.set(model, calls);
  if (model.includes('server-error-once') && calls === 1)
    return sendJson(response, { error: { message: 'The server had an error.' } }, { status: 500 });
  if (inputs.length > mostInputs || inputs.includes(''))
    return sendJson(response, { error: { message: `'input' is invalid.` } }, { status: 400 });
  const dimensions = typeof body.dimensions === 'number' ? body.dimensions : 256;
  const data = inputs.map((input, index) => ({
    object: 'embedding',
    index,
    embedding: fakeEmbedding(input, dimensions),
  }));
  if (model.includes('short-reply')) data.pop();
  const tokens = inputs.reduce((sum, input) => sum + Math.ceil(input.length / 4), 0);
  // OpenAI promises no order: `index` says which text a vector belongs to.
  data.reverse();
  sendJson(response, {
    object: 'list',
    model,
    data,
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  });
};

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const at = process.argv.indexOf('--port');
  const server = await startFakeOpenAI({ port: Number(process.argv[at + 1] ?? 0) || 0 });
  process.stdout.write(`${server.baseUrl}\n`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.close());
}
