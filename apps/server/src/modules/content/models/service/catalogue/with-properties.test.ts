import type { ChatModel, ModelRequest } from '@atelier/models';
import { expect, it } from 'vitest';
import { withProperties } from '../resolve-chat-model.ts';

const asked: ModelRequest[] = [];
const model = {
  ...{ kind: 'openai', modelId: 'm', capabilities: {} },
  stream: (request: ModelRequest) => void asked.push(request),
} as unknown as ChatModel;
const prompt: ModelRequest['prompt'] = [];

it.each<[number | null, number | null, Partial<ModelRequest>, Partial<ModelRequest>]>([
  [0.5, null, {}, { temperature: 0.5 }],
  [0.5, null, { temperature: 0 }, { temperature: 0 }],
  [null, 100, {}, { maxOutputTokens: 100 }],
  [null, 100, { maxOutputTokens: 99 }, { maxOutputTokens: 99 }],
  [null, 100, { maxOutputTokens: 101 }, { maxOutputTokens: 100 }],
  [0, 100, { temperature: 1 }, { temperature: 1, maxOutputTokens: 100 }],
])('asks with temperature %j and length %j for %j as %j', (temperature, maxOutputTokens, request, sent) => {
  const made = withProperties(model, { temperature, maxOutputTokens } as Parameters<
    typeof withProperties
  >[1]);
  made.stream({ prompt, ...request });
  expect([asked.pop(), made.kind, made.modelId]).toEqual([{ prompt, ...sent }, 'openai', 'm']);
});

it('is the model itself where it has no properties', () => {
  const none = { temperature: null, maxOutputTokens: null } as Parameters<typeof withProperties>[1];
  expect(withProperties(model, none)).toBe(model);
});
