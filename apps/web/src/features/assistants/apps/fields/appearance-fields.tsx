import { Textarea, TextInput } from '@mantine/core';
import type { AppFormProps } from './app-form-props.ts';
import { ImageField } from './image-field.tsx';
import { SampleQuestions } from './sample-questions.tsx';
import { ThemeField } from './theme-field.tsx';

/** The greeting and the appearance of the chat. */
export const AppearanceFields = ({ form, app }: AppFormProps) => (
  <>
    <TextInput
      label="Bot name"
      description="Whom visitors talk to. Left empty, it is the name of the app."
      maxLength={100}
      autoComplete="off"
      {...form.field('botName')}
    />
    <ImageField
      form={form}
      app={app}
      name="botIconId"
      label="Bot icon"
      description="Shown with the welcome, as a square."
    />
    <ImageField
      form={form}
      app={app}
      name="botLogoId"
      label="Logo"
      description="Shown at the top of the chat, next to its name."
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
