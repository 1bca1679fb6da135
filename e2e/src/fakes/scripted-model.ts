import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { Client } from '../client.ts';

interface Body {
  messages: { role: string; content: string }[];
}

export interface ScriptedModel {
  /** Adds this model to the company of the client. Returns the id of the model. */
  offerTo(client: Client): Promise<string>;
  /** Makes an app use this model. */
  answerFor(client: Client, appId: string): Promise<void>;
  close(): Promise<void>;
}

const chunk = (delta: object, reason: string | null = null): string =>
  `data: ${JSON.stringify({
    id: 'chatcmpl-scripted',
    object: 'chat.completion.chunk',
    created: 1_700_000_000,
    model: 'scripted',
    choices: [{ index: 0, delta, finish_reason: reason }],
  })}\n\n`;

/** Starts a model with OpenAI's protocol on loopback whose answer to a question is what `write` returns for it. */
export const startScriptedModel = async (write: (question: string) => string): Promise<ScriptedModel> => {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { messages } = (await json(request)) as Body;
    const text = write(messages.findLast(({ role }) => role === 'user')?.content ?? '');
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(chunk({ role: 'assistant', content: '' }));
    for (const part of text.match(/[^]{1,40}/gu) ?? []) response.write(chunk({ content: part }));
    response.end(`${chunk({}, 'stop')}data: [DONE]\n\n`);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const offerTo = async (client: Client): Promise<string> => {
    const { providerId } = await client.post<{ providerId: string }>('/api/tenant/model-providers', {
      kind: 'openai-compatible',
      name: 'Scripted',
      settings: { baseUrl: `http://127.0.0.1:${port}/v1`, apiKey: 'a-key-for-tests' },
      chatModels: ['scripted'],
    });
    return `${providerId}/scripted`;
  };
  return {
    offerTo,
    async answerFor(client, appId) {
      await client.put('/api/content/manage-app', { appId, modelId: await offerTo(client) });
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
