import { type SupportQuestion, SupportState, support } from '@atelier/contracts/operate/support/support';
import { useState } from 'react';
import { Ago } from '../../../../lib/ago.tsx';
import { usePages } from '../../../../lib/query.ts';
import { useUrlState } from '../../../../ui/behaviour/use-url-state.ts';
import { ChoiceFilter } from '../../../../ui/data-table/choice-filter.tsx';
import type { Column } from '../../../../ui/data-table/data-table-types.ts';
import { ListTable } from '../../../../ui/data-table/list-table.tsx';
import { TwoLines } from '../../../../ui/data-table/two-lines.tsx';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { StatusBadge } from '../../../../ui/feedback/status-badge.tsx';
import { DocumentsIllustration } from '../../../../ui/theme/illustrations.tsx';
import { QuestionPanel } from './question-panel.tsx';

const refreshMs = 30_000;

const labels: Record<SupportQuestion['state'], string> = { OPEN: 'Open', ANSWERED: 'Answered' };
const choices = [
  { value: '', label: 'All questions' },
  ...SupportState.options.map((value) => ({ value, label: labels[value] })),
];

const columns: Column<SupportQuestion>[] = [
  {
    id: 'person',
    header: 'From',
    width: '16rem',
    cell: ({ user, companyName }) => <TwoLines under={companyName}>{user.name}</TwoLines>,
  },
  {
    id: 'text',
    header: 'Last message',
    cell: ({ lastText }) => <span className="muted small truncate">{lastText}</span>,
  },
  {
    id: 'state',
    header: 'State',
    width: '7rem',
    cell: ({ state }) => (
      <StatusBadge tone={state === 'OPEN' ? 'warning' : 'success'}>{labels[state]}</StatusBadge>
    ),
  },
  {
    id: 'updatedAt',
    header: 'When',
    width: '8.5rem',
    cell: ({ updatedAt }) => <Ago at={updatedAt} />,
  },
];

const NoQuestions = () => (
  <EmptyState illustration={<DocumentsIllustration />} title="Nobody has asked anything">
    Questions come from “Help & support” in the account menu. Set SUPPORT_EMAIL to get them by mail as well.
  </EmptyState>
);

/** The questions of all tenants with their answers; a part of `/admin`. */
export const SupportInbox = () => {
  const [search, setSearch] = useUrlState('asker');
  const [word, setState] = useUrlState('state');
  const [open, setOpen] = useState<string>();
  const state = SupportState.safeParse(word).data;
  const list = usePages(
    support.endpoints.listQuestions,
    { query: { search, state } },
    { refetchInterval: () => refreshMs },
  );
  return (
    <>
      <ListTable
        label="Questions to support"
        list={list}
        errorTitle="The questions could not be loaded"
        nothing={list.first?.total === 0 && search === '' && state === undefined && <NoQuestions />}
        columns={columns}
        rowId={(question) => question.questionId}
        rowLabel={(question) => question.user.name}
        rowActions={({ questionId }) => [{ label: 'Read and answer', onRun: () => setOpen(questionId) }]}
        search={{ value: search, onChange: setSearch, placeholder: 'Search by person or company' }}
        toolbar={<ChoiceFilter label="State" value={state ?? ''} onChange={setState} choices={choices} />}
      />
      {open === undefined ? null : <QuestionPanel questionId={open} onClose={() => setOpen(undefined)} />}
    </>
  );
};
