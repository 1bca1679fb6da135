import { Textarea, TextInput } from '@mantine/core';
import { IconLock, IconWorld } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { ChoiceCards } from '../../ui/forms/choice-cards.tsx';
import { ExplainedField } from '../../ui/forms/explained-field.tsx';

type Access = 'PRIVATE' | 'PUBLIC';

interface AboutFieldsProps {
  /** The props of the fields, from `form.field` and `form.bind`. */
  name: ComponentProps<typeof TextInput>;
  description: ComponentProps<typeof Textarea>;
  access: { value: Access | undefined; onChange: (access: Access) => void; error: string | undefined };
  /** The tip at the name, and the texts below the other fields and choices. */
  words: { name: string; example: string; description: string; private: string; public: string };
}

/** The name, the description and the access of something that people make. */
export const AboutFields = ({ name, description, access, words }: AboutFieldsProps) => (
  <>
    <ExplainedField label="Name" help={words.name} isRequired>
      {(id) => (
        <TextInput
          id={id}
          placeholder={words.example}
          aria-required
          autoComplete="off"
          maxLength={150}
          {...name}
        />
      )}
    </ExplainedField>
    <Textarea
      label="Description"
      description={words.description}
      minRows={2}
      maxLength={2000}
      {...description}
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
          description: words.private,
        },
        { value: 'PUBLIC', label: 'Public', icon: <IconWorld size={18} />, description: words.public },
      ]}
    />
  </>
);
