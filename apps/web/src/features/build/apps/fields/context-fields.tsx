import { sessionTokens } from '@atelier/contracts/build/apps';
import { Stack, Switch, Textarea } from '@mantine/core';
import type { AppFormProps } from './app-form-props.ts';
import { NumberField } from './number-field.tsx';

const EarlierConversation = ({ form }: AppFormProps) => {
  const enabled = form.bind('chunkingStrategy.previousSession.enabled');
  const tokens = form.bind('chunkingStrategy.previousSession.tokens');
  const isOn = enabled.value ?? true;
  return (
    <>
      <Switch
        label="Read the earlier conversation"
        description="The model sees what was asked and answered before in the same conversation."
        checked={isOn}
        onChange={(event) => enabled.onChange(event.currentTarget.checked)}
      />
      {isOn ? (
        <NumberField
          label="Earlier conversation, tokens"
          description="The most tokens of it; the oldest part is left out first."
          {...sessionTokens}
          step={500}
          {...tokens}
        />
      ) : null}
    </>
  );
};

const StaticText = ({ form }: AppFormProps) => {
  const enabled = form.bind('chunkingStrategy.staticText.enabled');
  const isOn = enabled.value ?? false;
  return (
    <>
      <Switch
        label="Always give a text"
        description="The model reads this text with every question, for example opening hours or the names of products."
        checked={isOn}
        onChange={(event) => enabled.onChange(event.currentTarget.checked)}
      />
      {isOn ? (
        <Textarea
          label="Text"
          description="It counts towards the tokens of every question."
          minRows={3}
          maxLength={8000}
          {...form.field('chunkingStrategy.staticText.text')}
        />
      ) : null}
    </>
  );
};

/** The texts that the model reads in addition to the chunks (CHUNK-02). */
export const ContextFields = ({ form }: AppFormProps) => (
  <Stack gap="lg">
    <EarlierConversation form={form} />
    <StaticText form={form} />
  </Stack>
);
