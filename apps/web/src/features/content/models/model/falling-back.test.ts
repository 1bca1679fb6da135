import type { Model } from '@atelier/contracts/content/models';
import { expect, it } from 'vitest';
import { fallingBack } from './falling-back.ts';

const provider = { providerId: 'prv_1' };
const model = (modelId: string, rest: Partial<Model> = {}): Model => ({
  modelId,
  label: modelId,
  provider: '',
  type: 'CHAT',
  isDefault: false,
  extractive: false,
  ...rest,
});

it('names the apps that chose a model of the provider, and no app of a provider with a longer id', () => {
  const apps = [
    { name: 'Ours', modelId: 'prv_1/gpt' },
    { name: 'Default', modelId: null },
    { name: 'Other', modelId: 'prv_10/gpt' },
  ];
  expect(fallingBack(provider, apps, [])).toEqual({ apps: ['Ours'], takesDefault: false });
});

it('says when the default model goes with it', () => {
  const list = (isDefault: boolean) => [
    model('prv_1/gpt', { isDefault }),
    model('prv_1/e', { type: 'EMBEDDING', isDefault: true }),
  ];
  expect(fallingBack(provider, [], list(true)).takesDefault).toBe(true);
  expect(fallingBack(provider, [], list(false)).takesDefault).toBe(false);
});
