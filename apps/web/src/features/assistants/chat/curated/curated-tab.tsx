import type { CuratedAnswer } from '@atelier/contracts/assistants/chat/curated-answers';
import { Button } from '@mantine/core';
import { IconPencil, IconPlayerPause, IconPlayerPlay, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Ago } from '../../../../lib/ago.tsx';
import { useUrlState } from '../../../../ui/behaviour/use-url-state.ts';
import { WrittenAnswer } from '../../../../ui/content/written-answer.tsx';
import { DataTable } from '../../../../ui/data-table/data-table.tsx';
import type { Column } from '../../../../ui/data-table/data-table-types.ts';
import { useUrlSort } from '../../../../ui/data-table/use-url-sort.ts';
import { ConfirmDialog } from '../../../../ui/feedback/confirm-dialog.tsx';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { StatusBadge } from '../../../../ui/feedback/status-badge.tsx';
import type { MenuAction } from '../../../../ui/layout/actions-menu.tsx';
import { Panel } from '../../../../ui/layout/panel.tsx';
import { SearchIllustration } from '../../../../ui/theme/illustrations.tsx';
import { useCuratedAnswers, useRemoveCurated, useSwitchCurated } from './api.ts';
import { CuratedDialog, type CuratedDraft, emptyDraft } from './curated-dialog.tsx';

const clamped = (text: string) => (
  <span className="break-anywhere clamp-2" dir="auto">
    {text}
  </span>
);

const columns: Column<CuratedAnswer>[] = [
  { id: 'question', header: 'Question', cell: ({ question }) => clamped(question), sortValue: () => '' },
  {
    id: 'answer',
    header: 'Answer',
    cell: ({ answer }) => (
      <div className="break-anywhere clamp-2">
        <WrittenAnswer>{answer}</WrittenAnswer>
      </div>
    ),
    wideOnly: true,
  },
  {
    id: 'state',
    header: 'Status',
    width: '6rem',
    cell: ({ active }) =>
      active ? <StatusBadge tone="success">On</StatusBadge> : <StatusBadge tone="neutral">Off</StatusBadge>,
  },
  {
    id: 'uses',
    header: 'Given',
    width: '6rem',
    align: 'end',
    cell: ({ uses }) => (uses === 1 ? 'once' : `${uses.toLocaleString('en')} times`),
    sortValue: () => '',
  },
  {
    id: 'updatedAt',
    header: 'Changed',
    width: '8.5rem',
    cell: ({ updatedAt }) => <Ago at={updatedAt} />,
    sortValue: () => '',
    wideOnly: true,
  },
];

const sortable = ['question', 'uses', 'updatedAt'] as const;

const NewButton = ({ onNew }: { onNew: () => void }) => (
  <Button leftSection={<IconPlus size={16} />} onClick={onNew}>
    New answer
  </Button>
);

const NothingWritten = ({ onNew }: { onNew: () => void }) => (
  <EmptyState
    illustration={<SearchIllustration />}
    title="No answer was written yet"
    action={<NewButton onNew={onNew} />}
  >
    Write the answers that have to be exactly right yourself. They are given before the documents are
    searched, and say that a person wrote them.
  </EmptyState>
);

const RemoveQuestion = ({ row, onClose }: { row: CuratedAnswer; onClose: () => void }) => {
  const remove = useRemoveCurated();
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title="Delete this curated answer?"
      confirmLabel="Delete"
      onConfirm={() => remove.mutateAsync({ params: { suggestionId: row.suggestionId }, query: {} })}
    >
      “{row.question}” is answered from the documents again. Answers that were given stay in their
      conversations.
    </ConfirmDialog>
  );
};

/** The answers that people wrote for the questions of an app. */
export const CuratedTab = ({ appId }: { appId: string }) => {
  const [search, setSearch] = useUrlState('search');
  const order = useUrlSort(sortable, { column: 'updatedAt', descending: true });
  const list = useCuratedAnswers({ appId, search, ...order.query });
  const [draft, setDraft] = useState<CuratedDraft>();
  const [removing, setRemoving] = useState<CuratedAnswer>();
  const turn = useSwitchCurated();
  const listAnswerActions = (row: CuratedAnswer): MenuAction[] => [
    { label: 'Edit', icon: <IconPencil size={16} />, onRun: () => setDraft(row) },
    {
      label: row.active ? 'Switch off' : 'Switch on',
      icon: row.active ? <IconPlayerPause size={16} /> : <IconPlayerPlay size={16} />,
      onRun: () => turn.mutate({ body: { ...row, active: !row.active } }),
    },
    { label: 'Delete', icon: <IconTrash size={16} />, danger: true, onRun: () => setRemoving(row) },
  ];
  const onNew = () => setDraft(emptyDraft);
  return (
    <>
      <QueryView
        query={list.query}
        skeleton="table"
        isEmpty={() => search === '' && list.rows.length === 0}
        empty={<NothingWritten onNew={onNew} />}
        errorTitle="The curated answers could not be listed"
      >
        {() => (
          <Panel>
            <DataTable
              label="Curated answers"
              columns={columns}
              rows={list.rows}
              rowId={({ suggestionId }) => suggestionId}
              rowLabel={({ question }) => question}
              onOpen={setDraft}
              rowActions={listAnswerActions}
              search={{ value: search, onChange: setSearch, placeholder: 'Search questions and answers' }}
              sort={order.sort}
              toolbar={<NewButton onNew={onNew} />}
              more={list.more}
              empty="No curated answer fits. Please search for something else."
            />
          </Panel>
        )}
      </QueryView>
      {draft ? (
        <CuratedDialog
          key={draft.suggestionId ?? ''}
          appId={appId}
          draft={draft}
          onClose={() => setDraft(undefined)}
        />
      ) : null}
      {removing ? <RemoveQuestion row={removing} onClose={() => setRemoving(undefined)} /> : null}
    </>
  );
};
