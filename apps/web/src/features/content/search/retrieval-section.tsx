import type { KnowledgeBase } from '@atelier/contracts/content/bases/knowledge-shapes';
import {
  type RetrievalReply,
  type RetrievalResult,
  RetrievalSettings,
} from '@atelier/contracts/content/retrieval/retrieval-shapes';
import { Button } from '@mantine/core';
import { IconFileTypePdf, IconInfoCircle, IconQuestionMark } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { downloadPdf } from '../../../lib/pdf/download-pdf.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { QueryView } from '../../../ui/feedback/query-view.tsx';
import { SearchIllustration } from '../../../ui/theme/illustrations.tsx';
import { DocumentPanel, useFilterValues } from '../documents/index.ts';
import { MissingDialog } from './missing-dialog.tsx';
import { QuestionForm } from './question-form.tsx';
import classes from './retrieval.module.css';
import { useSaveQuestion } from './retrieval-api.ts';
import { RetrievalResults } from './retrieval-results.tsx';
import { SavedQuestions } from './saved-questions.tsx';
import { useFix } from './use-fix.ts';
import { useRetrievalTest } from './use-retrieval-test.ts';
import { useRetrievalWords } from './use-retrieval-words.ts';

const WordsOnlyHint = () => (
  <p className={`beside-2 flat small rounded pad-3-4 ${classes.hint}`} role="note">
    <IconInfoCircle size={17} aria-hidden="true" />
    This knowledge base is searched by words (BM25), because no embedding model was set up when it was made.
    Ask with the words that the documents use.
  </p>
);

interface ResultActionsProps {
  reply: RetrievalReply;
  question: string;
  onMissing: () => void;
}

const ResultActions = ({ reply, question, onMissing }: ResultActionsProps) => {
  const exportPdf = () =>
    downloadPdf(
      reply.results.map(({ document, chunkId, text }) => ({ title: document.name, id: chunkId, text })),
      question.slice(0, 60),
    );
  return (
    <>
      <Button size="xs" variant="default" leftSection={<IconQuestionMark size={14} />} onClick={onMissing}>
        Not found?
      </Button>
      {reply.results.length > 0 ? (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconFileTypePdf size={14} />}
          onClick={() => void exportPdf()}
        >
          Export PDF
        </Button>
      ) : null}
    </>
  );
};

/** Shows what a question finds, before an app answers with it (RETRIEVE-07, KB-17). */
export const RetrievalSection = ({ base }: { base: KnowledgeBase }) => {
  const { knowledgeBaseId } = base;
  const words = useRetrievalWords(RetrievalSettings.parse(base.retrieval));
  const { question, settings, opened } = words;
  const query = useRetrievalTest({ knowledgeBaseId, question, settings });
  const filterValues = useFilterValues(knowledgeBaseId).data;
  const [isMissing, setMissing] = useState(false);
  const questionRef = useRef<HTMLTextAreaElement>(null);
  const save = useSaveQuestion();
  const open = ({ document, start, end }: RetrievalResult) =>
    words.open({ importId: document.knowledgeBaseImportId, span: { start, end } });
  const keep = ({ document, text }: RetrievalResult) =>
    save.mutate({
      body: {
        knowledgeBaseId,
        query: question,
        expected: [
          {
            knowledgeBaseImportId: document.knowledgeBaseImportId,
            documentName: document.name,
            text: text.slice(0, 2000),
          },
        ],
      },
    });
  const fix = useFix({
    knowledgeBaseId,
    settings,
    change: (changed) => words.ask(question, changed),
    openDocument: (importId) => words.open({ importId, span: { start: 0, end: 0 } }),
    focusQuestion: () => questionRef.current?.focus(),
    askAgain: () => void query.refetch(),
  });
  const ask: typeof words.ask = (next, chosen) => {
    // The same question is asked again, because the documents may have changed.
    if (next.trim() === question && chosen === settings) void query.refetch();
    words.ask(next, chosen);
  };
  return (
    <div className="stack-5">
      <QuestionForm
        question={question}
        settings={settings}
        recent={words.recent}
        isAsking={query.isFetching}
        hasVectors={base.embeddingModelId !== null}
        filterValues={filterValues}
        questionRef={questionRef}
        onAsk={ask}
        onForget={words.forget}
      />
      {base.embeddingModelId === null && !query.data?.note ? <WordsOnlyHint /> : null}
      {question === '' ? (
        <EmptyState illustration={<SearchIllustration />} title="Try a question">
          See which parts of your documents an app would answer from, and how well each matches the question.
        </EmptyState>
      ) : (
        <QueryView query={query} skeleton="cards" errorTitle="The question could not be asked">
          {(reply) => (
            <RetrievalResults
              base={base}
              reply={reply}
              threshold={settings.scoreThreshold}
              isOutdated={query.isFetching}
              onOpen={open}
              onSave={base.abilities['canUpdate'] ? keep : undefined}
              actions={<ResultActions reply={reply} question={question} onMissing={() => setMissing(true)} />}
            />
          )}
        </QueryView>
      )}
      <SavedQuestions knowledgeBaseId={knowledgeBaseId} onAsk={(saved) => words.ask(saved, settings)} />
      <MissingDialog
        opened={isMissing}
        onClose={() => setMissing(false)}
        knowledgeBaseId={knowledgeBaseId}
        question={question}
        settings={settings}
        onFix={fix}
      />
      <DocumentPanel importId={opened?.importId} mark={opened?.span} onClose={() => words.open(undefined)} />
    </div>
  );
};
