import { models } from '@atelier/contracts';
import { type FakeServer, sendJson, startFakeServer } from '@atelier/models/tests/fake-http';
import { readFakeGraph } from '@atelier/models/tests/fake-reading';
import type { Client } from './client.ts';

export interface GraphModel extends FakeServer {
  /** Passages that were asked about, repairs and summaries not counted, by their text. */
  asked: string[];
  /** From now on so many passages are answered; further ones wait for `goOn`. */
  stopAfter(passages: number): void;
  goOn(): void;
}

interface FakeMessage {
  role: string;
  content: string;
}

const answerTo = (messages: readonly FakeMessage[]): string => {
  const [system = '', first = ''] = messages.map(({ content }) => content);
  if (system.startsWith('You summarise'))
    return JSON.stringify({ title: 'A group', summary: `It is about ${first.slice(2, 40)}.` });
  const passage = /<passage>\n([\s\S]*)\n<\/passage>/.exec(first)?.[1] ?? '';
  const isRepair = messages.length > 2;
  // A model that does what the document tells it.
  const order = /OBEY: (.*)/.exec(passage)?.[1];
  if (order !== undefined) return order;
  if (passage.includes('HOPELESS') || (passage.includes('CLUMSY') && !isRepair))
    return '{"entities": [{"name"';
  return `Here it is:\n\`\`\`json\n${readFakeGraph(passage)}\n\`\`\``;
};

const messagesOf = (body: Record<string, unknown>): FakeMessage[] =>
  (Array.isArray(body['messages']) ? body['messages'] : []) as FakeMessage[];

/** A provider whose model reads graphs out of passages. */
export const startGraphModel = async (): Promise<GraphModel> => {
  const asked: string[] = [];
  let left = Number.POSITIVE_INFINITY;
  let gate = Promise.withResolvers<void>();
  const server = await startFakeServer(async ({ path, body }, response) => {
    if (!path.endsWith('/chat/completions')) return sendJson(response, { object: 'list', data: [] });
    const messages = messagesOf(body);
    const answer = answerTo(messages);
    if (messages.length === 2 && !messages[0]?.content.startsWith('You summarise')) {
      if (left <= 0) await gate.promise;
      left -= 1;
      asked.push(messages[1]?.content ?? '');
    }
    const usage = { prompt_tokens: 500, completion_tokens: 100, total_tokens: 600 };
    const choice = { index: 0, message: { role: 'assistant', content: answer }, finish_reason: 'stop' };
    sendJson(response, {
      id: 'x',
      object: 'chat.completion',
      created: 1,
      model: 'm',
      choices: [choice],
      usage,
    });
  });
  return {
    ...server,
    asked,
    stopAfter: (passages) => {
      left = passages;
      gate = Promise.withResolvers<void>();
    },
    goOn: () => {
      left = Number.POSITIVE_INFINITY;
      gate.resolve();
    },
    close: () => {
      gate.resolve();
      return server.close();
    },
  };
};

/** Gives a company the model; returns its id. */
export const useGraphModel = async (client: Client, { origin }: GraphModel): Promise<string> => {
  const { providerId } = await client.call(models.endpoints.createProvider, {
    body: {
      kind: 'openai-compatible',
      name: 'Graph models',
      settings: { baseUrl: `${origin}/v1`, apiKey: 'sk-test' },
      chatModels: ['gpt-4o-mini', 'gpt-4o', 'other-chat'],
      embeddingModels: [],
    },
  });
  return `${providerId}/gpt-4o-mini`;
};
