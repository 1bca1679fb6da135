import { PromptStatus } from '@atelier/contracts/assistants/prompts/prompt-shapes';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../../../lib/account/session.ts';
import { useUrlState } from '../../../../ui/behaviour/use-url-state.ts';
import { ChoiceFilter } from '../../../../ui/data-table/choice-filter.tsx';
import { useUrlSort } from '../../../../ui/data-table/use-url-sort.ts';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { Page } from '../../../../ui/layout/page.tsx';
import { AppsIllustration, SearchIllustration } from '../../../../ui/theme/illustrations.tsx';
import { NothingShared } from '../../../account/access/index.ts';
import { usePrompts } from '../api.ts';
import { PromptTable } from './prompt-table.tsx';

const sortable = ['name', 'addedOn', 'modifiedOn'] as const;
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
  const [search, setSearch] = useUrlState('search');
  const [statusWord, setStatus] = useUrlState('status');
  const { sort, query } = useUrlSort(sortable, { column: 'modifiedOn', descending: true });
  const status = PromptStatus.safeParse(statusWord).data;
  const list = usePrompts({ search, status, sortBy: query.sort, order: query.order });
  const isEmpty = list.first?.total === 0 && search === '' && status === undefined;
  return (
    <Page
      title="Prompts"
      description="Texts for language models, written once and used in apps, agents and flows."
      actions={mayWrite && !isEmpty ? <NewButton /> : undefined}
    >
      <QueryView
        query={list.query}
        skeleton="table"
        isEmpty={() => isEmpty}
        empty={<NoPrompts mayWrite={mayWrite} />}
        errorTitle="The prompts could not be loaded"
      >
        {() => (
          <PromptTable
            rows={list.rows}
            more={list.more}
            sort={sort}
            search={{ value: search, onChange: setSearch, placeholder: 'Search prompts' }}
            toolbar={
              <ChoiceFilter
                label="Filter by status"
                choices={statuses}
                value={status ?? ''}
                onChange={setStatus}
              />
            }
            empty={
              <EmptyState compact illustration={<SearchIllustration />} title="No prompt fits">
                Choose another status, or clear the search.
              </EmptyState>
            }
          />
        )}
      </QueryView>
    </Page>
  );
};
