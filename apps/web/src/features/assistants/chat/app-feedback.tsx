import type { FeedbackStatus } from '@atelier/contracts/assistants/chat/feedback';
import type { RatedAnswer } from '@atelier/contracts/assistants/chat/rated-answers';
import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { formatMoment } from '../../../lib/format.ts';
import { useUrlState } from '../../../ui/behaviour/use-url-state.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import type { Column } from '../../../ui/data-table/data-table-types.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { QueryView } from '../../../ui/feedback/query-view.tsx';
import { StatusBadge, type StatusTone } from '../../../ui/feedback/status-badge.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { SearchIllustration } from '../../../ui/theme/illustrations.tsx';
import { useRatedAnswers } from './api.ts';
import { FeedbackPanel } from './feedback-panel.tsx';
import { nameAsker } from './question-words.ts';
import { useAssignees } from './rated/api.ts';

const statusTones: Record<FeedbackStatus, StatusTone> = {
  Open: 'info',
  'Require Attention': 'warning',
  Closed: 'neutral',
};
const statuses = Object.keys(statusTones) as FeedbackStatus[];

const columns: Column<RatedAnswer>[] = [
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
    id: 'verdict',
    header: 'Feedback',
    cell: ({ verdict, reason }) => (verdict === 'LIKE' ? 'Liked' : (reason ?? 'Disliked')),
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ feedbackStatus }) => (
      <StatusBadge tone={statusTones[feedbackStatus]}>{feedbackStatus}</StatusBadge>
    ),
  },
  {
    id: 'assignee',
    header: 'Looked after by',
    cell: ({ assignee }) => assignee?.name ?? 'Nobody yet',
    wideOnly: true,
  },
  { id: 'asker', header: 'From', cell: nameAsker, wideOnly: true },
  { id: 'givenAt', header: 'Given', cell: ({ givenAt }) => formatMoment(givenAt), wideOnly: true },
];

const nothingSaid = (
  <EmptyState illustration={<SearchIllustration />} title="There is no feedback yet">
    Answers that somebody likes or dislikes in the chat are listed here.
  </EmptyState>
);

const verdicts = [
  { value: '', label: 'Likes and dislikes' },
  { value: 'DISLIKE', label: 'Dislikes' },
  { value: 'LIKE', label: 'Likes' },
];

/** The answers of an app that their readers liked or disliked, the latest feedback first (FEEDBACK-11). */
export const AppFeedback = ({ appId }: { appId: string }) => {
  const [word, setStatus] = useUrlState('status');
  const [liked, setVerdict] = useUrlState('verdict');
  const [assignee, setAssignee] = useUrlState('assignee');
  const assigneeId = assignee === '' ? undefined : assignee;
  const [opened, setOpened] = useState<RatedAnswer>();
  const status = statuses.find((each) => each === word);
  const verdict = liked === 'LIKE' || liked === 'DISLIKE' ? liked : undefined;
  const list = useRatedAnswers({ appId, status, verdict, assigneeId });
  const members = useAssignees(appId);
  const isAll = status === undefined && verdict === undefined && assigneeId === undefined;
  return (
    <QueryView
      query={list.query}
      skeleton="table"
      isEmpty={() => isAll && list.rows.length === 0}
      empty={nothingSaid}
      errorTitle="The feedback could not be listed"
    >
      {() => (
        <Panel>
          <DataTable
            label="Feedback"
            columns={columns}
            rows={list.rows}
            rowId={({ queryId }) => queryId}
            rowLabel={({ question }) => question}
            onOpen={setOpened}
            toolbar={
              <>
                <NativeSelect
                  aria-label="Status"
                  data={[{ value: '', label: 'All statuses' }, ...statuses]}
                  value={status ?? ''}
                  onChange={(event) => setStatus(event.currentTarget.value)}
                />
                <NativeSelect
                  aria-label="Feedback"
                  data={verdicts}
                  value={verdict ?? ''}
                  onChange={(event) => setVerdict(event.currentTarget.value)}
                />
                <NativeSelect
                  aria-label="Looked after by"
                  data={[
                    { value: '', label: 'Everybody’s' },
                    ...(members.data?.items ?? []).map(({ userId, name }) => ({
                      value: userId,
                      label: name,
                    })),
                  ]}
                  value={assigneeId ?? ''}
                  onChange={(event) => setAssignee(event.currentTarget.value)}
                />
              </>
            }
            more={list.more}
            empty="No feedback fits. Please choose other filters."
          />
          <FeedbackPanel rated={opened} onChange={setOpened} onClose={() => setOpened(undefined)} />
        </Panel>
      )}
    </QueryView>
  );
};
