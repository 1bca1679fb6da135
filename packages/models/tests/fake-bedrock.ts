import type { ServerResponse } from 'node:http';
import { crc32 } from 'node:zlib';
import { asArray, asRecord, asString } from '../src/read-json.ts';
import { fakeAnswer, fakeEmbedding, fakeTokens } from './fake-answer.ts';
import { type FakeServer, type ReceivedRequest, sendJson, startFakeServer } from './fake-http.ts';
import { textOf } from './fake-openai-chat.ts';

/** A server on loopback with Bedrock's converse-stream (AWS event frames) and Titan's embeddings. */
export const startFakeBedrock = (): Promise<FakeServer> =>
  startFakeServer((request, response) => {
    if (!isSigned(request))
      return sendJson(
        response,
        { message: 'The security token included in the request is invalid.' },
        { status: 403, headers: { 'x-amzn-errortype': 'UnrecognizedClientException' } },
      );
    if (request.path.endsWith('/invoke')) {
      const text = asString(request.body.inputText) ?? '';
      return sendJson(response, { embedding: fakeEmbedding(text, 32), inputTextTokenCount: 4 });
    }
    return converse(request, response);
  });

const isSigned = ({ headers }: ReceivedRequest): boolean =>
  /^AWS4-HMAC-SHA256 Credential=AKIAFAKE\/|^Bearer bedrock-key$/.test(
    headers.authorization?.toString() ?? '',
  );

const converse = ({ body }: ReceivedRequest, response: ServerResponse): void => {
  const messages = [
    { role: 'system', content: textOf(body.system) },
    ...asArray(body.messages).map((message) => ({
      role: asString(asRecord(message)?.role) ?? '',
      content: textOf(asRecord(message)?.content),
    })),
  ];
  const tokens = fakeTokens(fakeAnswer(messages));
  response.writeHead(200, { 'content-type': 'application/vnd.amazon.eventstream' });
  response.write(frame('messageStart', { role: 'assistant' }));
  for (const text of tokens)
    response.write(frame('contentBlockDelta', { contentBlockIndex: 0, delta: { text } }));
  response.write(frame('contentBlockStop', { contentBlockIndex: 0 }));
  response.write(frame('messageStop', { stopReason: 'end_turn' }));
  const usage = { inputTokens: 17, outputTokens: tokens.length, totalTokens: 17 + tokens.length };
  response.end(frame('metadata', { usage, metrics: { latencyMs: 1 } }));
};

/** Writes one frame: length, header length, their checksum, headers, payload, checksum of all. */
export const frame = (eventType: string, payload: object): Buffer => {
  const headers = Buffer.concat([
    header(':event-type', eventType),
    header(':content-type', 'application/json'),
    header(':message-type', 'event'),
  ]);
  const body = Buffer.from(JSON.stringify(payload));
  const prelude = Buffer.alloc(8);
  prelude.writeUInt32BE(headers.length + body.length + 16, 0);
  prelude.writeUInt32BE(headers.length, 4);
  const start = Buffer.concat([prelude, checksum(prelude), headers, body]);
  return Buffer.concat([start, checksum(start)]);
};

const header = (name: string, value: string): Buffer => {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(value.length);
  return Buffer.concat([
    Buffer.from([name.length]),
    Buffer.from(name),
    Buffer.from([7]),
    length,
    Buffer.from(value),
  ]);
};

const checksum = (bytes: Buffer): Buffer => {
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(bytes));
  return sum;
};
