import type { App } from '@atelier/contracts/assistants/apps';
import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Fold } from '../../../../ui/layout/fold.tsx';
import { AppAboutFields } from '../fields/app-about-fields.tsx';
import type { AppFormProps } from '../fields/app-form-props.ts';
import { AppearanceFields } from '../fields/appearance-fields.tsx';
import { BotFields } from '../fields/bot-fields.tsx';
import { ContextFields } from '../fields/context-fields.tsx';
import { GuardrailFields } from '../fields/guardrail-fields.tsx';
import { UserInfoFields } from '../fields/user-info-fields.tsx';
import { VisitorFields } from '../fields/visitor-fields.tsx';
import { type AppField, wizardSteps } from '../model/app-form.ts';

interface Group {
  label: string;
  summary: string;
  fields: readonly AppField[];
  content: (props: AppFormProps & { app: App }) => ReactNode;
}

const [details, bot, appearance] = wizardSteps;

const groups: readonly Group[] = [
  {
    label: details.label,
    summary: 'Name, description, who may use it',
    fields: details.fields,
    content: AppAboutFields,
  },
  {
    label: bot.label,
    summary: 'What answers, and how',
    fields: bot.fields,
    content: BotFields,
  },
  {
    label: appearance.label,
    summary: 'Bot, pictures, welcome, samples, theme',
    fields: appearance.fields,
    content: AppearanceFields,
  },
  {
    label: 'Context',
    summary: 'What the model reads besides the chunks',
    fields: ['chunkingStrategy', 'summarizeAgent'],
    content: ContextFields,
  },
  {
    label: 'Guardrails',
    summary: 'Which questions are blocked, and what is masked',
    fields: ['guardRail'],
    content: GuardrailFields,
  },
  {
    label: 'Visitors',
    summary: 'What they tell, and how much they may ask',
    fields: ['collectUserInfo', 'userInfoFields', 'visitorLimits'],
    content: ({ form }) => (
      <Stack gap="lg">
        <UserInfoFields form={form} />
        <VisitorFields form={form} />
      </Stack>
    ),
  },
];

/** Returns the group in which a setting of an app is found. */
export const groupNameFor = (setting: unknown): string | undefined =>
  groups.find(({ fields }) => fields.some((field) => field === setting))?.label;

/** All settings of an app in folded groups. A group with a refused setting opens by itself. */
export const SettingsGroups = ({ form, app }: AppFormProps & { app: App }) => (
  <Stack gap="sm">
    {groups.map(({ label, summary, fields, content: Content }) => (
      <Fold
        key={label}
        label={label}
        summary={summary}
        isForced={fields.some((field) => form.form.getFieldState(field, form.form.formState).invalid)}
      >
        <Stack gap="lg">
          <Content form={form} app={app} />
        </Stack>
      </Fold>
    ))}
  </Stack>
);
