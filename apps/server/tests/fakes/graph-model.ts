import { models } from '@atelier/contracts/content/models';
import { readFakeGraph } from '@atelier/models/tests/fake-reading';
import type { Client } from '../client.ts';
import { type FakeMessage, type ReadingModel, startReadingModel } from './reading-model.ts';

const isSummary = (messages: readonly FakeMessage[]): boolean =>
  messages[0]?.content.startsWith('You summarise') === true;

const answerTo = (messages: readonly FakeMessage[]): string => {
  const first = messages[1]?.content ?? '';
  if (isSummary(messages))
    return JSON.stringify({ title: 'A group', summary: `It is about ${first.slice(2, 40)}.` });
  const chunk = /<chunk>\n([\s\S]*)\n<\/chunk>/.exec(first)?.[1] ?? '';
  const isRepair = messages.length > 2;
  // The model obeys instructions in the document, to test prompt injection.
  const order = /OBEY: (.*)/.exec(chunk)?.[1];
  if (order !== undefined) return order;
  if (chunk.includes('HOPELESS') || (chunk.includes('CLUMSY') && !isRepair)) return '{"entities": [{"name"';
  return `Here it is:\n\`\`\`json\n${readFakeGraph(chunk)}\n\`\`\``;
};

/** Starts a provider whose model extracts graphs from chunks. */
export const startGraphModel = (): Promise<ReadingModel> =>
  startReadingModel(answerTo, (messages) => messages.length === 2 && !isSummary(messages));

/** Adds the model to a tenant and returns its id. */
export const useGraphModel = async (client: Client, { origin }: ReadingModel): Promise<string> => {
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
