import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { Client } from '../client.ts';

/** What a model sees of a conversation. */
export interface Conversation {
  /** The instructions of the agent. */
  instructions: string;
  /** The task, as the user gave it. */
  task: string;
  /** The number of replies that this conversation has had. */
  turn: number;
  /** The names of the tools that are offered. */
  tools: string[];
}

/** A reply: text, or calls as `[name, arguments]`. */
export type AgentTurn = { text: string } | { calls: [name: string, given: object][] };

export interface AgentModel {
  address: string;
  /** Makes this the model of a company. Resolves to the id of the model. */
  offerTo(client: Client): Promise<string>;
  close(): Promise<void>;
}

interface Body {
  messages: { role: string; content: string }[];
  tools?: { function: { name: string } }[];
}

const deltasOf = (turn: AgentTurn): object[] =>
  'text' in turn
    ? (turn.text.match(/\S+\s*/g) ?? []).map((content) => ({ content }))
    : turn.calls.map(([name, given], index) => ({
        tool_calls: [
          {
            index,
            id: `call_${index}_${crypto.randomUUID().slice(0, 8)}`,
            type: 'function',
            function: { name, arguments: JSON.stringify(given) },
          },
        ],
      }));

/** Starts a model with OpenAI's protocol on loopback whose reply depends on nothing but the conversation. */
export const startAgentModel = async (
  decide: (conversation: Conversation) => AgentTurn | Promise<AgentTurn>,
): Promise<AgentModel> => {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { messages, tools = [] } = (await json(request)) as Body;
    const contentOf = (wanted: string) => messages.find(({ role }) => role === wanted)?.content ?? '';
    const turn = await decide({
      instructions: contentOf('system'),
      task: contentOf('user'),
      turn: messages.filter(({ role }) => role === 'assistant').length,
      tools: tools.map(({ function: { name } }) => name),
    });
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const send = (data: object) => response.write(`data: ${JSON.stringify({ id: 'c', ...data })}\n\n`);
    for (const delta of deltasOf(turn)) {
      send({ choices: [{ index: 0, delta, finish_reason: null }] });
      // The reply takes a moment, so that calls are in progress when a process is killed.
      await new Promise((resolve) => setTimeout(resolve, 5 + Math.random() * 15));
    }
    send({ choices: [{ index: 0, delta: {}, finish_reason: 'text' in turn ? 'stop' : 'tool_calls' }] });
    send({ choices: [], usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 } });
    response.end('data: [DONE]\n\n');
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}`;
  return {
    address,
    async offerTo(client) {
      const { providerId } = await client.post<{ providerId: string }>('/api/tenant/model-providers', {
        kind: 'openai-compatible',
        name: 'Scripted',
        settings: { baseUrl: `${address}/v1`, apiKey: 'a-key-for-tests' },
        chatModels: ['scripted'],
      });
      return `${providerId}/scripted`;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
