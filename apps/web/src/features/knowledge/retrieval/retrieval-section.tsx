import type { KnowledgeBase } from '@atelier/contracts/knowledge-shapes';
import type { RetrievalResult } from '@atelier/contracts/retrieval-shapes';
import { IconInfoCircle } from '@tabler/icons-react';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SearchIllustration } from '../../../ui/illustrations.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { DocumentPanel } from '../source/document-panel.tsx';
import { QuestionForm } from './question-form.tsx';
import classes from './retrieval.module.css';
import { RetrievalResults } from './retrieval-results.tsx';
import { useRetrievalTest } from './use-retrieval-test.ts';
import { useRetrievalWords } from './use-retrieval-words.ts';

const WordsOnlyHint = () => (
  <p className={classes.hint} role="note">
    <IconInfoCircle size={17} aria-hidden="true" />
    This knowledge base is searched by words (BM25), because no embedding model was set up when it was made.
    Ask with the words that the documents use.
  </p>
);

/** Try what a question finds before an app answers with it (RETRIEVE-07, KB-17). */
export const RetrievalSection = ({ base }: { base: KnowledgeBase }) => {
  const words = useRetrievalWords(base.retrieval);
  const { question, settings, opened } = words;
  const query = useRetrievalTest({ knowledgeBaseId: base.knowledgeBaseId, question, settings });
  const open = ({ document, start, end }: RetrievalResult) =>
    words.open({ importId: document.knowledgeBaseImportId, span: { start, end } });
  const ask: typeof words.ask = (asked, chosen) => {
    // The same question again: the documents may have changed since.
    if (asked.trim() === question && chosen === settings) void query.refetch();
    words.ask(asked, chosen);
  };
  return (
    <div className={classes.section}>
      <QuestionForm
        question={question}
        settings={settings}
        recent={words.recent}
        isAsking={query.isFetching}
        onAsk={ask}
        onForget={words.forget}
      />
      {base.embeddingModelId === null && !query.data?.note ? <WordsOnlyHint /> : null}
      {question === '' ? (
        <EmptyState illustration={<SearchIllustration />} title="Try a question">
          See which passages an app would answer from, how well they fit, and where they stand.
        </EmptyState>
      ) : (
        <QueryView query={query} skeleton="cards" errorTitle="The question could not be asked">
          {(reply) => (
            <RetrievalResults
              base={base}
              reply={reply}
              threshold={settings.scoreThreshold}
              isOld={query.isFetching}
              onOpen={open}
            />
          )}
        </QueryView>
      )}
      <DocumentPanel importId={opened?.importId} mark={opened?.span} onClose={() => words.open(undefined)} />
    </div>
  );
};
