import {
  longestPrompt,
  PromptRole,
  PromptSettings,
} from '@atelier/contracts/assistants/prompts/prompt-shapes';
import { Textarea, TextInput } from '@mantine/core';
import { ChoiceCards } from '../../../../ui/forms/choice-cards.tsx';
import type { ZodForm } from '../../../../ui/forms/use-zod-form.ts';
import { roleWords } from '../prompt-words.ts';
import { GenerateText } from './generate-text.tsx';
import { ShareFields } from './share-fields.tsx';

export const PromptForm = PromptSettings;
export type PromptForm = typeof PromptForm;

const roles = PromptRole.options.map((value) => ({ value, ...roleWords[value] }));

interface PromptFieldsProps {
  form: ZodForm<PromptForm>;
}

/** The text of a prompt, what it is for, and who sees it. */
export const PromptFields = ({ form }: PromptFieldsProps) => {
  const role = form.bind('role');
  const prompt = form.bind('prompt');
  return (
    <div className="stack-4 one-column">
      <TextInput label="Name" withAsterisk autoComplete="off" maxLength={150} {...form.field('name')} />
      <TextInput
        label="Description"
        description="When to use it. Shown where people choose a prompt."
        autoComplete="off"
        maxLength={500}
        {...form.field('description')}
      />
      <ChoiceCards
        label="Role"
        compact
        choices={roles}
        value={role.value ?? 'SYSTEM'}
        onChange={role.onChange}
      />
      <Textarea
        label="Prompt"
        description="Write what differs with each use as a variable: {{customer}}."
        autosize
        minRows={8}
        maxRows={24}
        maxLength={longestPrompt}
        {...form.field('prompt')}
      />
      <GenerateText role={role.value ?? 'SYSTEM'} text={prompt.value ?? ''} onText={prompt.onChange} />
      <ShareFields form={form} />
    </div>
  );
};
