import { describe, expect, it } from 'vitest';
import { collect } from '../../tests/collect.ts';
import { startFakeOpenAI } from '../../tests/fake-openai.ts';
import { createChatModel } from '../create-chat-model.ts';
import { openAIEndpoint } from './endpoint.ts';

describe('addresses of OpenAI-wire providers', () => {
  it('names Azure’s deployment and version in the address and sends the key as api-key', async () => {
    const azure = openAIEndpoint({ kind: 'azure', apiKey: 'k', resourceName: 'contoso' });
    expect(azure.url('chat/completions', 'my gpt/4')).toBe(
      'https://contoso.openai.azure.com/openai/deployments/my%20gpt%2F4/chat/completions?api-version=2024-10-21',
    );
    expect(azure.headers).toEqual({ 'api-key': 'k' });
    const fake = await startFakeOpenAI();
    const config = {
      kind: 'azure' as const,
      apiKey: 'k',
      baseUrl: `${fake.origin}/openai`,
      apiVersion: '2025-01-01',
    };
    const reply = await collect(createChatModel(config, { fetch, modelId: 'fake-chat' }));
    await fake.close();
    expect(reply.text).toContain('one two');
    expect(fake.requests[0]?.path).toBe(
      '/openai/deployments/fake-chat/chat/completions?api-version=2025-01-01',
    );
  });

  it('uses Azure’s newer address with version v1', () => {
    const azure = openAIEndpoint({ kind: 'azure', apiKey: 'k', resourceName: 'contoso', apiVersion: 'v1' });
    expect(azure.url('embeddings', 'm')).toBe('https://contoso.openai.azure.com/openai/v1/embeddings');
    expect(azure.modelsUrl).toBe('https://contoso.openai.azure.com/openai/v1/models');
  });

  it('finds Ollama’s wire under its own address, and needs no key', () => {
    for (const baseUrl of ['http://box:11434', 'http://box:11434/v1', 'http://box:11434/api']) {
      const ollama = openAIEndpoint({ kind: 'ollama', baseUrl });
      expect(ollama.url('chat/completions', 'm')).toBe('http://box:11434/v1/chat/completions');
      expect(ollama.headers).toEqual({});
    }
    expect(openAIEndpoint({ kind: 'ollama' }).modelsUrl).toBe('http://127.0.0.1:11434/v1/models');
  });

  it('knows the addresses of OpenAI, Mistral and Groq, and what Mistral refuses', () => {
    const key = { apiKey: 'k' };
    expect(openAIEndpoint({ kind: 'openai', ...key }).modelsUrl).toBe('https://api.openai.com/v1/models');
    expect(openAIEndpoint({ kind: 'groq', ...key }).modelsUrl).toBe('https://api.groq.com/openai/v1/models');
    const mistral = openAIEndpoint({ kind: 'mistral', ...key });
    expect(mistral.modelsUrl).toBe('https://api.mistral.ai/v1/models');
    expect(mistral.takesStreamOptions).toBe(false);
  });

  it('leaves sampling settings out for OpenAI’s reasoning models', async () => {
    const fake = await startFakeOpenAI();
    const config = { kind: 'openai' as const, apiKey: 'k', baseUrl: fake.baseUrl };
    await collect(createChatModel(config, { fetch, modelId: 'gpt-5-mini' }), {
      temperature: 1,
      maxOutputTokens: 5,
    });
    await fake.close();
    expect(fake.requests[0]?.body).toMatchObject({ max_completion_tokens: 5 });
    expect(fake.requests[0]?.body).not.toHaveProperty('temperature');
  });
});
