import { type App } from '@atelier/contracts/assistants/apps';
import { AppSettings, appSettingGroups } from '@atelier/contracts/assistants/apps/app-settings';
import { listSettings } from '@atelier/contracts/kernel/settings';
import { z } from 'zod';
import { stepsWith, withFields } from '../../../../lib/forms/setting-groups.tsx';

/** The contract's settings, without rows of sample questions that were left blank (UI-08, APP-13). */
export const AppForm = AppSettings.extend({
  sampleQuestions: z
    .array(z.string())
    .transform((questions) => questions.filter((question) => question.trim() !== ''))
    .pipe(AppSettings.shape.sampleQuestions.unwrap()),
});
export type AppFormInput = z.input<typeof AppForm>;
export type AppField = keyof AppFormInput;

/** The initial values for a new app: the contract's defaults (APP-23 to APP-32). */
export const newAppValues = (): AppFormInput => ({
  ...AppSettings.parse({ name: 'new', configuration: 'AUTO' }),
  name: '',
});

/** The settings of an existing app, without the fields that only the server sets. */
export const toAppForm = (app: App): AppFormInput => {
  const keys = Object.keys(AppSettings.shape) as (keyof AppSettings)[];
  return Object.fromEntries(keys.map((key) => [key, app[key]])) as unknown as AppFormInput;
};

/** The field that each error code of the server belongs to. */
export const fieldOfCode = {
  'apps.name_taken': 'name',
  'apps.knowledge_base_not_found': 'knowledgeBaseIds',
  'apps.model_not_found': 'modelId',
  'apps.answerer_not_found': 'answererId',
  'apps.answerer_circle': 'answererId',
  'apps.flow_not_ready': 'answererId',
  'apps.agent_not_ready': 'answererId',
} as const;

/** The settings that the form shows, with their words and places. */
export const appSettings = listSettings(AppSettings);

/** The groups of the form with their fields. */
export const settingGroups = withFields<AppField>(appSettingGroups, appSettings);

export const wizardSteps = stepsWith(settingGroups);
