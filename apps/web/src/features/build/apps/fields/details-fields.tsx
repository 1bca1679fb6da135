import { Textarea, TextInput } from '@mantine/core';
import { IconLock, IconWorld } from '@tabler/icons-react';
import { useUser } from '../../../../lib/account/session.ts';
import { ChoiceCards } from '../../../../ui/forms/choice-cards.tsx';
import type { AppFormProps } from './app-form-props.ts';

/** The name, the description and who may use the app. */
export const DetailsFields = ({ form }: AppFormProps) => {
  const { tenantName } = useUser();
  const access = form.bind('access');
  return (
    <>
      <TextInput
        label="Name"
        description="Shown at the top of the chat."
        placeholder="Staff helper"
        withAsterisk
        autoComplete="off"
        maxLength={150}
        {...form.field('name')}
      />
      <Textarea
        label="Description"
        description="For you and your colleagues; visitors do not see it."
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
            description: `Only people of ${tenantName} who are given access, and those who build. They sign in first.`,
          },
          {
            value: 'PUBLIC',
            label: 'Public',
            icon: <IconWorld size={18} />,
            description:
              'Anyone with the link, without an account. They can ask about everything in its knowledge bases.',
          },
        ]}
      />
    </>
  );
};
