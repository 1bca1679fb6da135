import { Stack } from '@mantine/core';
import { ChoiceCards } from '../../../ui/choice-cards.tsx';
import { BasePicker } from '../base/base-picker.tsx';
import { AdvancedFields, NameFields } from '../base/create-base-dialog.tsx';
import type { ImportDraft } from './use-import-draft.ts';

const targets = [
  { value: 'new', label: 'A new knowledge base', description: 'With settings of its own.' },
  {
    value: 'existing',
    label: 'One that is there',
    description: 'Its settings hold for these documents too.',
  },
] as const;

/** TOUR-04: into which knowledge base, and how its text is refined. */
export const RefinementStep = ({ draft, error }: { draft: ImportDraft; error: string | undefined }) => (
  <Stack gap="lg">
    <ChoiceCards
      label="Where do the documents go?"
      choices={targets}
      value={draft.target}
      onChange={draft.setTarget}
    />
    {draft.target === 'new' ? (
      <>
        <NameFields form={draft.newBase} />
        <AdvancedFields form={draft.newBase} />
      </>
    ) : (
      <BasePicker value={draft.base} onChange={draft.setBase} error={error} />
    )}
  </Stack>
);
