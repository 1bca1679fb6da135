import type { Model } from '@atelier/contracts/content/models';
import { expect, it } from 'vitest';
import { answeringModel } from './answering-model.ts';
import { codeExamples } from './code-examples.ts';
import { shareLink } from './share-link.ts';

it('makes the share link from where the builder is open, unless the operator named an address', {
  tags: ['APP-20', 'ROUTE-28'],
}, () => {
  const origin = 'http://localhost:3000';
  expect(shareLink({ shareUrl: '/chat/app_1?tenantId=ten_1' }, origin)).toBe(
    'http://localhost:3000/chat/app_1?tenantId=ten_1',
  );
  const named = 'https://ask.example.com/chat/app_1?tenantId=ten_1';
  expect(shareLink({ shareUrl: named }, origin)).toBe(named);
});

it('shows every form of call with the address and the app, and never a key', () => {
  const forms = codeExamples({ origin: 'https://a.example', appId: 'app_1' });
  expect(forms.map(({ id }) => id)).toEqual(['responses', 'completions', 'mcp', 'own']);
  const codes = forms.flatMap(({ examples }) => examples.map(({ code }) => code));
  for (const code of codes) {
    expect(code).toContain('https://a.example');
    expect(code).toContain('ATELIER_API_KEY');
    expect(code).not.toContain('atl_');
  }
  expect(codes.filter((code) => code.includes('app:app_1'))).toHaveLength(6);
});

it('names the model that answers: the chosen one, or the default when it is gone', () => {
  const model = (modelId: string, isDefault: boolean): Model => ({
    modelId,
    label: modelId,
    provider: 'p',
    type: 'CHAT',
    isDefault,
    extractive: false,
  });
  const models = [model('a', false), model('b', true)];
  expect(answeringModel(models, 'a')).toEqual({ model: models[0], isFallback: false });
  expect(answeringModel(models, null)).toEqual({ model: models[1], isFallback: false });
  expect(answeringModel(models, 'gone')).toEqual({ model: models[1], isFallback: true });
});
