import { type AskedQuestion, mostCounted, mostSearched } from '@atelier/contracts/assistants/chat/history';
import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { isRange } from '../../../lib/days/ranges.ts';
import { formatDate, formatExactCredits, formatMoment } from '../../../lib/format.ts';
import { useUrlState, useUrlWords } from '../../../ui/behaviour/use-url-state.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import type { Column } from '../../../ui/data-table/data-table-types.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { QueryView } from '../../../ui/feedback/query-view.tsx';
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { SearchIllustration } from '../../../ui/theme/illustrations.tsx';
import { useQuestions } from './api.ts';
import { QuestionPanel } from './question-panel.tsx';
import { nameAsker, stateBadge, stateChoices, stateOfWord } from './question-words.ts';

const columns: Column<AskedQuestion>[] = [
  {
    id: 'question',
    header: 'Question',
    cell: ({ question }) => (
      <span className="break-anywhere clamp-2" dir="auto">
        {question}
      </span>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    cell: (asked) => <StatusBadge tone={stateBadge(asked).tone}>{stateBadge(asked).label}</StatusBadge>,
  },
  { id: 'asker', header: 'Asked by', cell: nameAsker },
  {
    id: 'sources',
    header: 'Sources',
    cell: ({ citations }) => String(citations),
    align: 'end',
    wideOnly: true,
  },
  {
    id: 'credits',
    header: 'Credits',
    cell: ({ credits }) => formatExactCredits(credits),
    align: 'end',
    wideOnly: true,
  },
  { id: 'createdAt', header: 'Asked', cell: ({ createdAt }) => formatMoment(createdAt), sortValue: () => '' },
];

const nothingAsked = (
  <EmptyState illustration={<SearchIllustration />} title="Nothing was asked yet">
    Every question to this app is listed here with its answer. Open the chat and ask one.
  </EmptyState>
);

interface Times {
  from: string;
  to: string;
  /** An hour of each day, in UTC; empty for whole days. */
  hour: string;
}

const inWords = ({ from, to, hour }: Times): string => {
  if (from !== to) return `${formatDate(from)} to ${formatDate(to)}`;
  return hour === ''
    ? formatDate(from)
    : `${formatMoment(`${from}T${hour.padStart(2, '0')}:00:00Z`)}, one hour`;
};

/** The questions that users asked an app, newest first (HISTORY-06). */
export const AppQuestions = ({ appId }: { appId: string }) => {
  const [search, setSearch] = useUrlState('search');
  const [status, setStatus] = useUrlState('status');
  const [sort, setSort] = useUrlState('sort', '-1');
  const [days, setDays] = useUrlWords(['from', 'to', 'hour']);
  const isLimited = isRange(days);
  const [opened, setOpened] = useState('');
  const query = {
    ...{ appId, search, sort: sort === '1' ? ('1' as const) : ('-1' as const) },
    ...(isLimited ? { from: days.from, to: days.to } : {}),
    ...(isLimited && /^\d{1,2}$/.test(days.hour) ? { hour: Number(days.hour) } : {}),
  };
  const list = useQuestions({ ...query, state: stateOfWord(status) });
  const isFirst = search === '' && status === '' && !isLimited;
  return (
    <QueryView
      query={list.query}
      skeleton="table"
      isEmpty={() => isFirst && list.rows.length === 0}
      empty={nothingAsked}
      errorTitle="The questions could not be listed"
    >
      {() => (
        <Panel>
          <DataTable
            label="Questions"
            columns={columns}
            rows={list.rows}
            rowId={({ queryId }) => queryId}
            rowLabel={({ question }) => question}
            onOpen={({ queryId }) => setOpened(queryId)}
            search={{ value: search, onChange: setSearch, placeholder: 'Search questions and answers' }}
            sort={{
              value: { column: 'createdAt', descending: query.sort === '-1' },
              onChange: ({ descending }) => setSort(descending ? '-1' : '1'),
            }}
            toolbar={
              <>
                <NativeSelect
                  aria-label="Status"
                  data={stateChoices}
                  value={stateOfWord(status) ?? ''}
                  onChange={(event) => setStatus(event.currentTarget.value)}
                />
                {isLimited ? (
                  <Button variant="default" onClick={() => setDays({ from: '', to: '', hour: '' })}>
                    {`${inWords(days)}: show all days`}
                  </Button>
                ) : null}
              </>
            }
            {...(list.more && { more: { ...list.more, mostCounted } })}
            empty="No question fits. Please search for something else."
          />
          {list.first?.isCutOff ? (
            <p role="status" className="muted small">
              Only the newest {mostSearched.toLocaleString('en')} questions{isLimited ? ' of these days' : ''}{' '}
              were searched. Open an older day from a chart of the monitor to search its questions.
            </p>
          ) : null}
          <QuestionPanel queryId={opened} appId={appId} onClose={() => setOpened('')} />
        </Panel>
      )}
    </QueryView>
  );
};
