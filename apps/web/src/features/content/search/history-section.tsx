import type { KnowledgeBase } from '@atelier/contracts/content/bases/knowledge-shapes';
import type { RetrievalRecord } from '@atelier/contracts/content/retrieval/retrieval-records';
import { Button, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { formatCount, formatMoment } from '../../../lib/format.ts';
import { useUrlState } from '../../../ui/behaviour/use-url-state.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { QueryView } from '../../../ui/feedback/query-view.tsx';
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { TextLink } from '../../../ui/layout/text-link.tsx';
import { SearchIllustration } from '../../../ui/theme/illustrations.tsx';
import { formatDuration, formatScore } from './model/retrieval-words.ts';
import { retrievers } from './model/retrievers.ts';
import classes from './retrieval.module.css';
import { useRetrievalHistory } from './retrieval-api.ts';

const typingPauseMs = 250;

const Facts = ({ record }: { record: RetrievalRecord }) => (
  <p className={`note tabular flex flex-wrap ${classes.summary}`}>
    <span>{formatMoment(record.createdAt)}</span>
    <span>{record.askedBy?.name ?? 'A visitor'}</span>
    <span>{retrievers[record.mode].name}</span>
    <span>Top K {record.settings.topK}</span>
    {record.settings.scoreThreshold > 0 ? <span>Threshold {record.settings.scoreThreshold}</span> : null}
    <span>{formatDuration(record.timings.totalMs)}</span>
  </p>
);

const Found = ({ results }: Pick<RetrievalRecord, 'results'>) =>
  results.length === 0 ? (
    <p className={`note tabular flex flex-wrap ${classes.summary}`}>Nothing was found.</p>
  ) : (
    <details className="small">
      <summary>{formatCount(results.length, 'chunk')}</summary>
      <ol className="break-anywhere muted indent margin-top-2">
        {results.map(({ chunkId, documentName, heading, score }) => (
          <li key={chunkId}>
            {documentName}
            {heading === null ? '' : `, ${heading}`} ({formatScore(score)})
          </li>
        ))}
      </ol>
    </details>
  );

const placeToAsk = ({ knowledgeBaseId, query }: RetrievalRecord): string =>
  `/knowledge-base/${knowledgeBaseId}/retrieval?q=${encodeURIComponent(query)}`;

const Record = ({ record }: { record: RetrievalRecord }) => (
  <li className={`surface-box-lg stack-3 ${classes.result}`}>
    <header className={`beside-3 between flex-start ${classes.historyHead}`}>
      <h2>{record.query}</h2>
      <StatusBadge tone={record.origin === 'CHAT' ? 'info' : 'neutral'}>
        {record.origin === 'CHAT' ? 'Chat' : 'Test'}
      </StatusBadge>
    </header>
    <Facts record={record} />
    {record.note === null ? null : (
      <p className={`note tabular flex flex-wrap ${classes.summary}`}>{record.note}</p>
    )}
    <Found results={record.results} />
    <div>
      <Button size="xs" variant="default" renderRoot={(props) => <Link {...props} to={placeToAsk(record)} />}>
        Try again
      </Button>
    </div>
  </li>
);

/** Lists the searches in this knowledge base by tests and chats (KB-18, RETRIEVE-10). */
export const HistorySection = ({ base }: { base: KnowledgeBase }) => {
  const [search, setSearch] = useUrlState('search');
  const [sort, setSort] = useUrlState('sort', '-1');
  const list = useRetrievalHistory({
    knowledgeBaseId: base.knowledgeBaseId,
    search,
    sort: sort === '1' ? '1' : '-1',
  });
  const look = useDebouncedCallback(setSearch, typingPauseMs);
  const isFirst = search === '' && list.more.total === 0;
  return (
    <div className="stack-5">
      <p className={`note tabular flex flex-wrap ${classes.summary}`}>
        Imports, syncs and builds are listed among the{' '}
        <TextLink to={`/runs?scope=${base.knowledgeBaseId}`}>runs of this knowledge base</TextLink>.
      </p>
      {isFirst && !list.query.isPending ? null : (
        <Panel>
          <div className={`wrap-3 ${classes.historyTools}`}>
            <TextInput
              aria-label="Search the history"
              placeholder="Search questions"
              leftSection={<IconSearch size={16} />}
              defaultValue={search}
              onChange={(event) => look(event.currentTarget.value)}
            />
            <Select
              aria-label="Order"
              data={[
                { value: '-1', label: 'Newest first' },
                { value: '1', label: 'Oldest first' },
              ]}
              value={sort === '1' ? '1' : '-1'}
              allowDeselect={false}
              onChange={(next) => setSort(next ?? '-1')}
            />
          </div>
        </Panel>
      )}
      <QueryView
        query={list.query}
        skeleton="cards"
        isEmpty={() => list.more.total === 0}
        empty={
          <EmptyState
            illustration={<SearchIllustration />}
            title={isFirst ? 'Nothing was searched yet' : 'No question fits'}
            action={
              isFirst ? (
                <TextLink to={`/knowledge-base/${base.knowledgeBaseId}/retrieval`}>Try a question</TextLink>
              ) : null
            }
          >
            {isFirst
              ? 'Questions that you try, and questions of chats that answer from here, stand here afterwards.'
              : 'Search for other words of the question.'}
          </EmptyState>
        }
        errorTitle="The history could not be loaded"
      >
        {() => (
          <>
            <ol className="stack-3 bare" aria-label="Searches">
              {list.rows.map((record) => (
                <Record key={record.retrievalId} record={record} />
              ))}
            </ol>
            {list.more.hasMore ? (
              <Button variant="default" loading={list.more.isLoading} onClick={list.more.onMore}>
                Show more
              </Button>
            ) : null}
          </>
        )}
      </QueryView>
    </div>
  );
};
