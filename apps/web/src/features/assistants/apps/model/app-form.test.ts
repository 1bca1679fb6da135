import { chatThemes, defaultInstructions } from '@atelier/contracts/assistants/apps/app-settings';
import { describe, expect, it } from 'vitest';
import { stepWith } from '../../../../lib/forms/form-wizard.tsx';
import { AppForm, newAppValues, wizardSteps } from './app-form.ts';

const parse = (change: object) => AppForm.safeParse({ ...newAppValues(), name: 'Helper', ...change });
const questions = (count: number) => Array.from({ length: count }, (_, index) => `Question ${index}?`);
const refusal = (change: object) =>
  parse(change).error?.issues.map(({ path, message }) => [path[0], message]);

describe('the form of an app', () => {
  it('opens with the friendly support agent and the default model settings (APP-22 to APP-29, APP-31, APP-41)', () => {
    const values = newAppValues();
    expect(values.instructions).toBe(defaultInstructions);
    expect(values.model).toEqual({
      temp: 0.7,
      contextMaxToken: 6000,
      responseMaxToken: 1500,
      presentPenalty: 0.1,
      frequencyPenalty: 0.1,
      topP: 0.1,
    });
    expect([values.access, values.orchestration, values.themeName]).toEqual([
      'PRIVATE',
      'BASIC',
      chatThemes[0],
    ]);
    expect(refusal({ name: '' })).toEqual([['name', 'Please enter a name']]);
  });

  it('takes no sample question, or 3 to 9', { tags: ['APP-12', 'APP-13', 'CONST-11'] }, () => {
    expect(parse({ sampleQuestions: [] }).success).toBe(true);
    expect(refusal({ sampleQuestions: questions(2) })).toEqual([
      ['sampleQuestions', 'Please add at least 3 sample questions'],
    ]);
    expect(parse({ sampleQuestions: questions(3) }).success).toBe(true);
    expect(parse({ sampleQuestions: questions(9) }).success).toBe(true);
    expect(refusal({ sampleQuestions: questions(10) })).toEqual([
      ['sampleQuestions', 'Please add at most 9 sample questions'],
    ]);
  });

  it('does not count rows of sample questions that were left blank', { tags: ['UI-08'] }, () => {
    expect(parse({ sampleQuestions: ['', ' ', ''] }).data?.sampleQuestions).toEqual([]);
    expect(parse({ sampleQuestions: [...questions(3), ''] }).data?.sampleQuestions).toEqual(questions(3));
  });

  it('refuses a name of more than 150 characters', { tags: ['UI-12', 'CONST-11'] }, () => {
    expect(parse({ name: 'n'.repeat(150) }).success).toBe(true);
    expect(parse({ name: 'n'.repeat(151) }).success).toBe(false);
  });
});

describe('the steps of a new app', () => {
  it('are those of the app tour', () => {
    expect(wizardSteps.map((step) => step.label)).toEqual(['App Details', 'Configure Bot', 'Appearance']);
  });

  it('lead back to the first one that holds a refused field', () => {
    expect(stepWith(wizardSteps, (field) => field === 'name' || field === 'botName')).toBe('details');
    expect(stepWith(wizardSteps, (field) => field === 'modelId')).toBe('bot');
    expect(stepWith(wizardSteps, () => false)).toBeUndefined();
  });
});
