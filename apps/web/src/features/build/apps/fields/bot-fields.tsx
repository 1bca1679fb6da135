import { Switch, Textarea } from '@mantine/core';
import { type AppFormProps } from './app-form-props.ts';
import { KnowledgeField } from './knowledge-field.tsx';
import { ModelField } from './model-field.tsx';

interface BotFieldsProps extends AppFormProps {
  chosenBases?: readonly { knowledgeBaseId: string; name: string }[];
}

/** The knowledge bases, the instructions and the model of the app. */
export const BotFields = ({ form, chosenBases }: BotFieldsProps) => {
  const followUp = form.bind('followupConversation');
  return (
    <>
      <KnowledgeField form={form} {...(chosenBases ? { chosen: chosenBases } : {})} />
      <Textarea
        label="Instructions"
        description="How it should behave and speak, as you would tell a new colleague."
        minRows={4}
        maxLength={8000}
        {...form.field('instructions')}
      />
      <ModelField form={form} />
      <Switch
        label="Understand follow-up questions"
        description="“And for part-timers?” is read together with the earlier questions."
        checked={followUp.value ?? true}
        onChange={(event) => followUp.onChange(event.currentTarget.checked)}
      />
    </>
  );
};
