import type { ServerResponse } from 'node:http';
import { asArray, asRecord } from '../src/read-json.ts';
import { fakeAnswer, fakeEmbedding, fakeTokens } from './fake-answer.ts';
import { type FakeServer, type ReceivedRequest, sendJson, startFakeServer, write } from './fake-http.ts';
import { textOf } from './fake-openai-chat.ts';

/** A server on loopback with Gemini's streamGenerateContent, batchEmbedContents and models. */
export const startFakeGoogle = (): Promise<FakeServer> =>
  startFakeServer((request, response) => {
    if (request.headers['x-goog-api-key'] === 'wrong-key')
      return sendJson(
        response,
        {
          error: {
            code: 400,
            message: 'API key not valid. Please pass a valid API key.',
            status: 'INVALID_ARGUMENT',
          },
        },
        { status: 400 },
      );
    if (request.path.includes(':streamGenerateContent')) return streamContent(request, response);
    if (request.path.includes('mbedContent')) return embed(request, response);
    return sendJson(response, { models: [{ name: 'models/gemini-fake' }] });
  });

const streamContent = async ({ body }: ReceivedRequest, response: ServerResponse): Promise<void> => {
  const messages = [
    { role: 'system', content: partsText(body.systemInstruction) },
    ...asArray(body.contents).map((content) => ({
      role: asRecord(content)?.role === 'model' ? 'assistant' : 'user',
      content: partsText(content),
    })),
  ];
  const tokens = fakeTokens(fakeAnswer(messages));
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const text of tokens) await write(response, candidate(text));
  response.end(
    candidate('', {
      finishReason: 'STOP',
      usageMetadata: {
        promptTokenCount: 31,
        candidatesTokenCount: tokens.length,
        totalTokenCount: 31 + tokens.length,
      },
    }),
  );
};

const candidate = (text: string, end: { finishReason?: string; usageMetadata?: object } = {}): string => {
  const { finishReason, ...rest } = end;
  const content = { role: 'model', parts: [{ text }] };
  const candidates = [{ content, index: 0, ...(finishReason === undefined ? {} : { finishReason }) }];
  return `data: ${JSON.stringify({ candidates, ...rest })}\r\n\r\n`;
};

const partsText = (content: unknown): string => textOf(asRecord(content)?.parts);

const embed = ({ body }: ReceivedRequest, response: ServerResponse): void => {
  const contents = Array.isArray(body.requests)
    ? body.requests.map((request: unknown) => asRecord(request)?.content)
    : [body.content];
  const embeddings = contents.map((content: unknown) => ({ values: fakeEmbedding(partsText(content), 64) }));
  sendJson(response, Array.isArray(body.requests) ? { embeddings } : { embedding: embeddings[0] });
};
