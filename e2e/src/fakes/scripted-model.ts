import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { Client } from '../client.ts';

interface Body {
  messages: { role: string; content: string }[];
}

/** What an agent's model does in one turn. */
export interface ScriptedTurn {
  thinking?: string;
  text?: string;
  /** Calls of tools, each with its name and arguments. */
  calls?: [string, object][];
}

/** Answers a question with a text, or, in the n-th turn of an agent, with what it does then; `rules` are its instructions. */
type Write = (question: string, turn: number, rules: string) => string | ScriptedTurn;

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

const callsOf = (calls: [string, object][]): object[] =>
  calls.map(([name, given], index) => ({
    index,
    id: `call_${index}_${randomUUID().slice(0, 8)}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(given) },
  }));

/** The verdict of a model that compares answers, to which 42 is right; undefined for any other request. */
export const verdictOn = (question: string, rules: string): string | undefined =>
  rules.startsWith('You compare the answer')
    ? `{"accuracy": ${question.includes('"answer":"It is 42') ? 95 : 5}}`
    : undefined;

/** Starts a model with OpenAI's protocol on loopback whose answer to a question is what `write` returns for it. */
export const startScriptedModel = async (write: Write): Promise<ScriptedModel> => {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { messages } = (await json(request)) as Body;
    const question = messages.findLast(({ role }) => role === 'user')?.content ?? '';
    const rules = messages.find(({ role }) => role === 'system')?.content ?? '';
    const written = write(question, messages.filter(({ role }) => role === 'assistant').length, rules);
    const { thinking, text = '', calls = [] } = typeof written === 'string' ? { text: written } : written;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(chunk({ role: 'assistant', content: '' }));
    if (thinking !== undefined) response.write(chunk({ reasoning_content: thinking }));
    for (const part of text.match(/[^]{1,40}/gu) ?? []) response.write(chunk({ content: part }));
    if (calls.length > 0) response.write(chunk({ tool_calls: callsOf(calls) }));
    response.end(`${chunk({}, calls.length > 0 ? 'tool_calls' : 'stop')}data: [DONE]\n\n`);
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
