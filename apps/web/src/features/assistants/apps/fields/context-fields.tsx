import { sessionTokens } from '@atelier/contracts/assistants/apps';
import { Stack, Textarea } from '@mantine/core';
import { NumberField } from '../../../../ui/forms/number-field.tsx';
import { Switched } from '../../../../ui/forms/switched.tsx';
import type { AppFormProps } from './app-form-props.ts';

const EarlierConversation = ({ form }: AppFormProps) => (
  <Switched
    isOn
    label="Read the earlier conversation"
    description="The model sees what was asked and answered before in the same conversation."
    field={form.bind('chunkingStrategy.previousSession.enabled')}
  >
    <NumberField
      label="Earlier conversation, tokens"
      description="The most tokens of it that are read word for word."
      {...sessionTokens}
      step={500}
      {...form.bind('chunkingStrategy.previousSession.tokens')}
    />
    <Switched
      label="Condense what is older"
      description="A language model condenses the older part with one further call for each question. Otherwise, and without a language model, it is left out."
      field={form.bind('summarizeAgent')}
    />
  </Switched>
);

const StaticText = ({ form }: AppFormProps) => (
  <Switched
    label="Always give a text"
    description="The model reads this text with every question, for example opening hours or the names of products."
    field={form.bind('chunkingStrategy.staticText.enabled')}
  >
    <Textarea
      label="Text"
      description="It counts towards the tokens of every question."
      minRows={3}
      maxLength={8000}
      {...form.field('chunkingStrategy.staticText.text')}
    />
  </Switched>
);

/** The texts that the model reads in addition to the chunks (CHUNK-02). */
export const ContextFields = ({ form }: AppFormProps) => (
  <Stack gap="lg">
    <EarlierConversation form={form} />
    <StaticText form={form} />
  </Stack>
);
