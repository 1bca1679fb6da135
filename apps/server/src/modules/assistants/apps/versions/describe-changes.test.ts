import { AppSettings } from '@atelier/contracts/assistants/apps/app-settings';
import { describe, expect, it } from 'vitest';
import { describeChanges } from './describe-changes.ts';

const settings = AppSettings.parse({ name: 'Helper', configuration: 'AUTO' });

describe('the difference of two versions', () => {
  it('is empty for equal settings', () => {
    expect(describeChanges(settings, structuredClone(settings))).toEqual([]);
  });

  it('names each setting with its old and its new value, in words', () => {
    const after = {
      ...settings,
      access: 'PUBLIC',
      knowledgeBaseIds: ['kb_1', 'kb_2'],
      followupConversation: false,
      modelId: 'prv_1/gpt-4o',
      model: { ...settings.model, temp: 0.2 },
      retrieval: { ...settings.retrieval, mode: 'PARENT_CHILD', scoreThreshold: 0.3 },
    };
    const names = new Map([['kb_1', 'Handbook']]);
    const shown = describeChanges(settings, after, names).map(({ label, before, after: now }) => [
      label,
      before,
      now,
    ]);
    expect(shown).toEqual([
      ['Who may use it', 'Private', 'Public'],
      ['Knowledge bases', 'None', 'Handbook, kb_2'],
      ['Model', 'Default', 'gpt-4o'],
      ['Understand follow-up questions', 'On', 'Off'],
      ['Retriever', 'Auto', 'Parent child'],
      ['Score threshold', '0', '0.3'],
      ['Temperature', '0.7', '0.2'],
    ]);
  });

  it('leaves text that users wrote as it is', () => {
    const [change] = describeChanges(settings, { ...settings, welcomeMessage: 'Hello, I am BOB' });
    expect(change).toMatchObject({ label: 'Welcome message', after: 'Hello, I am BOB' });
  });
});
