import type { KnowledgeBase } from '@atelier/contracts/content/bases/knowledge-shapes';
import type { RetrievalResult } from '@atelier/contracts/content/retrieval/retrieval-shapes';
import { IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { TextLink } from '../../../ui/layout/text-link.tsx';
import { SearchIllustration } from '../../../ui/theme/illustrations.tsx';
import { formatDuration } from './model/retrieval-words.ts';
import { retrievers } from './model/retrievers.ts';
import { ResultCard } from './result-card.tsx';
import classes from './retrieval.module.css';
import type { RetrievalReply } from './use-retrieval-test.ts';

const parts = [
  ['queriesMs', 'thinking of questions'],
  ['embedMs', 'understanding the question'],
  ['outsideMs', 'asking store or graph'],
  ['searchMs', 'searching'],
  ['rerankMs', 'reranking'],
] as const;

const Summary = ({ reply }: { reply: RetrievalReply }) => (
  <p className={`note tabular flex flex-wrap ${classes.summary}`}>
    <strong role="status">{formatCount(reply.results.length, 'chunk')}</strong>
    <span>{retrievers[reply.mode].name}</span>
    <span>{formatDuration(reply.timings.totalMs)}</span>
    {parts
      .filter(([part]) => reply.timings[part] >= 0.1)
      .map(([part, words]) => (
        <span key={part}>
          {formatDuration(reply.timings[part])} {words}
        </span>
      ))}
  </p>
);

const FurtherQueries = ({ queries }: Pick<RetrievalReply, 'queries'>) =>
  queries.length === 0 ? null : (
    <p className={`note tabular flex flex-wrap ${classes.summary}`}>
      Also asked:{' '}
      {queries.map((query) => (
        <q className="text-color" key={query}>
          {query}
        </q>
      ))}
    </p>
  );

const NothingFound = ({ base, threshold }: { base: KnowledgeBase; threshold: number }) => {
  if (base.counts.ready === 0) {
    return (
      <EmptyState
        illustration={<SearchIllustration />}
        title="There is nothing to search yet"
        action={
          <TextLink to={`/knowledge-base/${base.knowledgeBaseId}/documents`}>Go to the documents</TextLink>
        }
      >
        {base.counts.processing > 0
          ? 'The documents are still being read. Try again when the first one is completed.'
          : 'Add documents first; a minute later they can be searched.'}
      </EmptyState>
    );
  }
  return (
    <EmptyState illustration={<SearchIllustration />} title="No chunk matches this question">
      {threshold > 0
        ? `Nothing reaches the score threshold of ${threshold}. Lower it, or ask in other words.`
        : 'Ask in other words, with the terms that the documents use.'}
    </EmptyState>
  );
};

interface RetrievalResultsProps {
  base: KnowledgeBase;
  reply: RetrievalReply;
  threshold: number;
  /** True while a newer result is being loaded. */
  isOutdated: boolean;
  onOpen: (result: RetrievalResult) => void;
  onSave: ((result: RetrievalResult) => void) | undefined;
  actions: ReactNode;
}

export const RetrievalResults = ({
  base,
  reply,
  threshold,
  isOutdated,
  onOpen,
  onSave,
  actions,
}: RetrievalResultsProps) => (
  <section
    className={`stack-4 ${classes.results}`}
    aria-label="Results"
    aria-busy={isOutdated}
    data-old={isOutdated || undefined}
  >
    {reply.note === null ? null : (
      <p className={`beside-2 flat small rounded pad-3-4 ${classes.hint}`} role="note">
        <IconInfoCircle size={17} aria-hidden="true" /> {reply.note}
      </p>
    )}
    <div className="wrap-2">{actions}</div>
    {reply.results.length === 0 ? (
      <NothingFound base={base} threshold={threshold} />
    ) : (
      <>
        <Summary reply={reply} />
        <FurtherQueries queries={reply.queries} />
        <ol className="stack-3 bare">
          {reply.results.map((result, index) => (
            <ResultCard
              key={result.chunkId}
              result={result}
              rank={index + 1}
              onOpen={onOpen}
              onSave={onSave}
            />
          ))}
        </ol>
      </>
    )}
  </section>
);
