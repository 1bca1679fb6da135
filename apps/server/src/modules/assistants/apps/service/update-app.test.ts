import { AppSettings } from '@atelier/contracts/assistants/apps/app-settings';
import { describe, expect, it } from 'vitest';
import { detectConfiguration } from './check-settings.ts';
import { mergeSettings } from './update-app.ts';

const usual = { ...AppSettings.parse({ name: 'Desk' }), configuration: 'AUTO' as const };
const model = { ...usual.model, temp: 0.1 };
const retrieval = { ...usual.retrieval, topK: 3 };

describe('the configuration of new settings', () => {
  it.each<[string, object, 'AUTO' | 'MANUAL']>([
    ['the usual ones', {}, 'AUTO'],
    ['another name', { name: 'Other', instructions: 'Be brief.' }, 'AUTO'],
    ['a model', { modelId: 'prv_1/gpt' }, 'MANUAL'],
    ['a retrieval', { retrieval }, 'MANUAL'],
    ['settings of the model', { model }, 'MANUAL'],
    ['a retrieval that shall be automatic', { retrieval, configuration: 'AUTO' }, 'AUTO'],
    ['the usual ones that shall be manual', { configuration: 'MANUAL' }, 'MANUAL'],
  ])('with %s is right', (_what, settings, configuration) => {
    expect(detectConfiguration(AppSettings.parse({ name: 'Desk', ...settings }))).toBe(configuration);
  });
});

describe('a change of settings', () => {
  it('keeps what it does not name', () => {
    const merged = mergeSettings(usual, { name: 'Front desk', instructions: undefined });
    expect(merged).toEqual({ ...usual, name: 'Front desk' });
  });

  it.each<[string, Parameters<typeof mergeSettings>[1]]>([
    ['the model', { modelId: 'prv_1/gpt' }],
    ['the retrieval', { retrieval }],
    ['the settings of the model', { model }],
  ])('of %s makes the configuration manual, unless it says otherwise', (_what, change) => {
    expect(mergeSettings(usual, change).configuration).toBe('MANUAL');
    expect(mergeSettings(usual, { ...change, configuration: 'AUTO' }).configuration).toBe('AUTO');
  });

  it('of anything else leaves the configuration', () => {
    expect(mergeSettings(usual, { model: usual.model, name: 'Other' }).configuration).toBe('AUTO');
    const manual = { ...usual, configuration: 'MANUAL' as const };
    expect(mergeSettings(manual, { name: 'Other' }).configuration).toBe('MANUAL');
  });
});
