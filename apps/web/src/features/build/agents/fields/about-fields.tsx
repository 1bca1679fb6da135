import { Textarea, TextInput } from '@mantine/core';
import { IconLock, IconWorld } from '@tabler/icons-react';
import { useUser } from '../../../../lib/account/session.ts';
import { ChoiceCards } from '../../../../ui/forms/choice-cards.tsx';
import type { AgentFormProps } from './agent-form-props.ts';

/** The name, the description and who may use the agent. */
export const AboutFields = ({ form }: AgentFormProps) => {
  const { tenantName } = useUser();
  const access = form.bind('access');
  return (
    <>
      <TextInput
        label="Name"
        description="Each agent has a name of its own."
        placeholder="Offer checker"
        withAsterisk
        autoComplete="off"
        maxLength={150}
        {...form.field('name')}
      />
      <Textarea
        label="Description"
        description="What it is good for. Other agents read this when they decide whom to hand work to."
        minRows={2}
        maxLength={2000}
        {...form.field('description')}
      />
      <ChoiceCards
        label="Who may use it"
        value={access.value ?? 'PRIVATE'}
        onChange={access.onChange}
        error={access.error}
        choices={[
          {
            value: 'PRIVATE',
            label: 'Private',
            icon: <IconLock size={18} />,
            description: 'Only people who are given access, and those who build.',
          },
          {
            value: 'PUBLIC',
            label: 'Public',
            icon: <IconWorld size={18} />,
            description: `Everybody at ${tenantName} who may use agents. Operators still need access.`,
          },
        ]}
      />
    </>
  );
};
