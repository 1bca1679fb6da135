import type { ServerResponse } from 'node:http';
import { asArray, asRecord, asString } from '../src/read-json.ts';
import { type FakeMessage, fakeAnswer, fakeTokens } from './fake-answer.ts';
import {
  type FakeServer,
  type ReceivedRequest,
  sendJson,
  sleep,
  startFakeServer,
  write,
} from './fake-http.ts';
import { textOf } from './fake-openai-chat.ts';

/** A server on loopback with Anthropic's streamed messages and its list of models. */
export const startFakeAnthropic = (): Promise<FakeServer> =>
  startFakeServer((request, response) => {
    if (request.headers['x-api-key'] === 'wrong-key')
      return fail(response, 401, { type: 'authentication_error', message: 'invalid x-api-key' });
    if (request.path.startsWith('/v1/models'))
      return sendJson(response, { data: [{ id: 'claude-fake', type: 'model' }], has_more: false });
    return streamMessage(request, response);
  });

const fail = (response: ServerResponse, status: number, error: { type: string; message: string }): void =>
  sendJson(response, { type: 'error', error }, { status });

const messagesOf = ({ body }: ReceivedRequest): FakeMessage[] => [
  { role: 'system', content: textOf(body.system) },
  ...asArray(body.messages).map((message) => ({
    role: asString(asRecord(message)?.role) ?? '',
    content: textOf(asRecord(message)?.content),
  })),
];

const streamMessage = async (request: ReceivedRequest, response: ServerResponse): Promise<void> => {
  const model = asString(request.body.model) ?? '';
  if (model === 'fake-overloaded')
    return fail(response, 529, { type: 'overloaded_error', message: 'Overloaded' });
  if (model === 'fake-context')
    return fail(response, 400, {
      type: 'invalid_request_error',
      message: 'prompt is too long: 210000 tokens > 200000 maximum',
    });
  const tokens = fakeTokens(fakeAnswer(messagesOf(request)));
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  await write(response, messageStart(model));
  await write(response, 'event: ping\ndata: {"type": "ping"}\n\n');
  for (const [at, text] of tokens.entries()) {
    if (at === 3 && model === 'fake-error-mid')
      return void response.end(
        event({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }),
      );
    if (at === 3 && model === 'fake-malformed')
      return void response.end('event: content_block_delta\ndata: {"a\n\n');
    if (model === 'fake-slow') await sleep(20);
    const delta = { type: 'text_delta', text };
    if (!(await write(response, event({ type: 'content_block_delta', index: 0, delta })))) return;
  }
  response.end(
    event({ type: 'content_block_stop', index: 0 }) +
      event({
        type: 'message_delta',
        delta: { stop_reason: 'end_turn', stop_sequence: null },
        usage: { output_tokens: tokens.length },
      }) +
      event({ type: 'message_stop' }),
  );
};

const messageStart = (model: string): string =>
  event({
    type: 'message_start',
    message: {
      id: 'msg_fake',
      type: 'message',
      role: 'assistant',
      model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: 25, output_tokens: 1 },
    },
  }) + event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } });

const event = (data: { type: string; [key: string]: unknown }): string =>
  `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
