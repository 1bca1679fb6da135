import type { ConnectorEntry } from '@atelier/contracts/content/sources/source-shapes';
import { Stack } from '@mantine/core';
import { IconFiles, IconPlug, IconWorld } from '@tabler/icons-react';
import { type Choice, ChoiceCards } from '../../../../ui/forms/choice-cards.tsx';
import { ConnectorCatalogue } from '../../sources/index.ts';
import type { ImportDraft, SourceKind } from './use-import-draft.ts';

const kinds: readonly Choice<SourceKind>[] = [
  {
    value: 'documents',
    label: 'Documents',
    description: 'Files and folders of this computer, or a text that you type.',
    icon: <IconFiles size={20} stroke={1.5} />,
  },
  {
    value: 'enterprise',
    label: 'Enterprise data',
    description: 'Databases, addresses and programs of your company, kept up to date.',
    icon: <IconPlug size={20} stroke={1.5} />,
  },
  {
    value: 'website',
    label: 'Website',
    description: 'The pages of one site, by its links or its sitemap.',
    icon: <IconWorld size={20} stroke={1.5} />,
  },
];

interface SourceStepProps {
  entries: readonly ConnectorEntry[];
  draft: ImportDraft;
  error: string | undefined;
}

/** The first step of the import: the kind of source (TOUR-02, KB-01). */
export const SourceStep = ({ entries, draft, error }: SourceStepProps) => {
  const hasWebsites = entries.some((entry) => entry.type === 'WEBSITE' && entry.status === 'READY');
  return (
    <Stack gap="lg">
      <ChoiceCards
        label="Where are the documents?"
        choices={kinds.filter(({ value }) => value !== 'website' || hasWebsites)}
        value={draft.kind}
        onChange={draft.setKind}
      />
      {draft.kind === 'enterprise' ? (
        <ConnectorCatalogue
          entries={entries}
          value={draft.entryId}
          onChange={draft.setEntryId}
          error={error}
        />
      ) : null}
    </Stack>
  );
};
