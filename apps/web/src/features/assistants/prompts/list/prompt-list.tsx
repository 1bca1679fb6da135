import { type PromptLine, PromptStatus } from '@atelier/contracts/assistants/prompts/prompt-shapes';
import { Button } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../../../lib/account/session.ts';
import { EntityList, hasNothing, useListFilter } from '../../../../lib/entities/entity-list.tsx';
import { ChoiceFilter } from '../../../../ui/data-table/choice-filter.tsx';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { Page } from '../../../../ui/layout/page.tsx';
import { AppsIllustration } from '../../../../ui/theme/illustrations.tsx';
import { NothingShared } from '../../../account/access/index.ts';
import { usePrompts } from '../api.ts';
import { DeletePromptDialog } from '../prompt/delete-prompt-dialog.tsx';
import { promptColumns } from './prompt-columns.tsx';

const statuses = [
  { value: '', label: 'Every status' },
  ...PromptStatus.options.map((value) => ({ value, label: value })),
];

const NewButton = () => (
  <Button component={Link} to="/prompt-manager?id=new" leftSection={<IconPlus size={16} aria-hidden />}>
    New prompt
  </Button>
);

const NoPrompts = ({ mayWrite }: { mayWrite: boolean }) =>
  mayWrite ? (
    <EmptyState illustration={<AppsIllustration />} title="Write your first prompt" action={<NewButton />}>
      A good instruction is worth keeping. Write it once, with places for what differs, and insert it in apps,
      agents and flows.
    </EmptyState>
  ) : (
    <NothingShared what="prompts" />
  );

/** The prompts that the user sees. Search, filter and order are in the address. */
export const PromptList = () => {
  const mayWrite = useMay()('prompts:write');
  const filter = useListFilter({
    word: 'status',
    read: (word) => PromptStatus.safeParse(word).data,
    columns: ['name', 'addedOn', 'modifiedOn'],
    newest: 'modifiedOn',
  });
  const { sort: sortBy, order } = filter.query;
  const list = usePrompts({ search: filter.search, status: filter.choice, sortBy, order });
  const [deleting, setDeleting] = useState<PromptLine>();
  return (
    <Page
      title="Prompts"
      description="Texts for language models, written once and used in apps, agents and flows."
      actions={mayWrite && !hasNothing(list, filter) ? <NewButton /> : undefined}
    >
      <EntityList
        {...{ list, filter }}
        columns={promptColumns}
        one="prompt"
        many="prompts"
        nothingYet={<NoPrompts mayWrite={mayWrite} />}
        nothingFits="Choose another status, or clear the search."
        toolbar={
          <ChoiceFilter
            label="Filter by status"
            choices={statuses}
            value={filter.choice ?? ''}
            onChange={filter.setChoice}
          />
        }
        rowId={({ promptId }) => promptId}
        rowLabel={({ name }) => name}
        rowLink={({ promptId }) => `/prompt-manager?id=${promptId}`}
        rowActions={(prompt) => {
          const onRun = () => setDeleting(prompt);
          const remove = { label: 'Delete', icon: <IconTrash size={16} />, danger: true, onRun };
          return prompt.abilities['canWrite'] ? [remove] : [];
        }}
      />
      {deleting ? <DeletePromptDialog prompt={deleting} onClose={() => setDeleting(undefined)} /> : null}
    </Page>
  );
};
