import { models } from '@atelier/contracts/content/models';
import type { Client } from '../client.ts';

type Kind = 'chatModels' | 'embeddingModels' | 'transcriptionModels' | 'visionModels';

/** Adds a provider to the tenant that speaks OpenAI's protocol at `baseUrl`, with models of these names. */
export const offerModels = (client: Client, baseUrl: string, offered: Partial<Record<Kind, string[]>>) =>
  client.call(models.endpoints.createProvider, {
    body: {
      kind: 'openai-compatible',
      name: 'Fake',
      settings: { baseUrl, apiKey: 'sk-test' },
      ...offered,
    },
  });
