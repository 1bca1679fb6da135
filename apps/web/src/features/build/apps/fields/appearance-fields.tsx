import { Textarea, TextInput } from '@mantine/core';
import type { AppFormProps } from './app-form-props.ts';
import { SampleQuestions } from './sample-questions.tsx';
import { ThemeField } from './theme-field.tsx';

/** The greeting and the appearance of the chat. */
export const AppearanceFields = ({ form }: AppFormProps) => (
  <>
    <TextInput
      label="Bot name"
      description="Whom visitors talk to."
      maxLength={100}
      autoComplete="off"
      {...form.field('botName')}
    />
    <Textarea
      label="Welcome message"
      description="The first thing that visitors read."
      minRows={2}
      maxLength={1000}
      {...form.field('welcomeMessage')}
    />
    <SampleQuestions form={form} />
    <ThemeField form={form} />
  </>
);
