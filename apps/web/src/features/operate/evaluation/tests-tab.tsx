import type { BotPerformance } from '@atelier/contracts/operate/evaluation/evaluation-shapes';
import { Button, Switch } from '@mantine/core';
import { IconPencil, IconPlayerPlay, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isOpen } from '../../../lib/runs/run-words.ts';
import { useUrlState } from '../../../ui/behaviour/use-url-state.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import type { Column } from '../../../ui/data-table/data-table-types.ts';
import { useUrlSort } from '../../../ui/data-table/use-url-sort.ts';
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { QueryView } from '../../../ui/feedback/query-view.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { Stat, StatRow } from '../../../ui/layout/stat.tsx';
import { SearchIllustration } from '../../../ui/theme/illustrations.tsx';
import {
  afterRun,
  useCancelTest,
  useChangeGate,
  useGate,
  useRemoveQuestion,
  useTest,
  useTestQuestions,
  useTests,
} from './api.ts';
import { isAgent, type Subject, wordForSubject } from './model/subject.ts';
import { percent, scoredByWords } from './model/test-words.ts';
import { emptyQuestion, QuestionDialog, type QuestionDraft } from './question-dialog.tsx';
import { RunDialog } from './run-dialog.tsx';
import { RunPanel } from './run-panel.tsx';
import { TestResults } from './test-results.tsx';
import { TestsTable } from './tests-table.tsx';

/** A run of the test questions. */
const TestPanel = ({ testId, onClose }: { testId: string; onClose: () => void }) => {
  const query = useTest(testId);
  const { mutate, isPending } = useCancelTest();
  const onRun = () => mutate({ params: { performanceTestId: testId }, body: {} });
  return (
    <RunPanel
      title="Run of the test questions"
      query={query}
      errorTitle="The run could not be opened"
      cancel={{ label: 'Cancel the run', isPending, onRun }}
      onClose={onClose}
    >
      {(test) => <TestResults test={test} />}
    </RunPanel>
  );
};

/** Decides whether changed settings have to pass the test questions before they are used. */
const GateSwitch = ({ subject }: { subject: Subject }) => {
  const { data } = useGate(subject);
  const change = useChangeGate();
  if (!data) return null;
  const { enabled, replay } = data;
  return (
    <Switch
      label="Quality gate"
      description={
        isAgent(subject)
          ? `A draft, also of those who work for it, takes the place of the published version only after it answered no test question worse, and none of ${replay} recent tasks.`
          : `Changed prompts, models and retrieval settings are saved, and drafts of a flow or an agent that answers are published, only after they answered no test question worse, and none of ${replay} recent questions of visitors.`
      }
      checked={enabled}
      disabled={change.isPending}
      onChange={(event) =>
        change.mutate({ body: { ...subject, enabled: event.currentTarget.checked, replay } })
      }
    />
  );
};

const clamped = (text: string) => (
  <span className="break-anywhere clamp-2" dir="auto">
    {text}
  </span>
);

const columns: Column<BotPerformance>[] = [
  { id: 'question', header: 'Question', cell: ({ question }) => clamped(question), sortValue: () => '' },
  {
    id: 'correctAnswer',
    header: 'Correct answer',
    cell: ({ correctAnswer }) => clamped(correctAnswer),
    wideOnly: true,
  },
  {
    id: 'botAnswer',
    header: 'Bot answer',
    cell: ({ botAnswer }) => clamped(botAnswer ?? 'Not run yet'),
    wideOnly: true,
  },
  {
    id: 'accuracy',
    header: 'Accuracy',
    width: '6.5rem',
    align: 'end',
    cell: ({ accuracy, scoredBy }) => (
      <span title={scoredBy === null ? undefined : scoredByWords[scoredBy]}>{percent(accuracy)}</span>
    ),
    sortValue: () => '',
  },
];

const sortable = ['question', 'accuracy', 'updatedAt'] as const;

const NothingWritten = ({ subject, onNew }: { subject: Subject; onNew: () => void }) => (
  <EmptyState
    illustration={<SearchIllustration />}
    title="Please add test questions"
    action={
      <Button leftSection={<IconPlus size={16} />} onClick={onNew}>
        Add a test question
      </Button>
    }
  >
    Write questions with their correct answers
    {isAgent(subject) ? ', and the calls of tools that they need' : ''}. Run them after each change of the
    settings or the documents, and see at once whether the {wordForSubject(subject)} answers better or worse.
  </EmptyState>
);

const RemoveQuestion = ({ row, onClose }: { row: BotPerformance; onClose: () => void }) => {
  const remove = useRemoveQuestion();
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title="Delete this test question?"
      confirmLabel="Delete"
      onConfirm={() => remove.mutateAsync({ params: { id: row.botPerformanceId }, query: {} })}
    >
      “{row.question}” is no longer asked. Its answers in earlier runs stay.
    </ConfirmDialog>
  );
};

/** Reads again what a run has changed, when it ends. */
const useFreshAfterRun = (isRunning: boolean) => {
  const client = useQueryClient();
  useEffect(() => {
    if (isRunning) return;
    for (const { path } of afterRun) void client.invalidateQueries({ queryKey: [path] });
  }, [client, isRunning]);
};

/** The test questions of an app, an agent or a crew: their answers, their accuracy and their runs. */
export const TestsTab = ({ subject }: { subject: Subject }) => {
  const [search, setSearch] = useUrlState('search');
  const [opened, setOpened] = useUrlState('run');
  const order = useUrlSort(sortable, { column: 'updatedAt', descending: true });
  const list = useTestQuestions({ ...subject, search, ...order.query });
  const tests = useTests(subject);
  const [draft, setDraft] = useState<QuestionDraft>();
  const [removing, setRemoving] = useState<BotPerformance>();
  const [isChoosing, setChoosing] = useState(false);
  const isRunning = tests.rows.some(isOpen);
  useFreshAfterRun(isRunning);
  const onNew = () => setDraft(emptyQuestion);
  const accuracy = list.first?.accuracy ?? null;
  return (
    <>
      <QueryView
        query={list.query}
        skeleton="table"
        isEmpty={() => search === '' && list.rows.length === 0}
        empty={<NothingWritten subject={subject} onNew={onNew} />}
        errorTitle="The test questions could not be listed"
      >
        {() => (
          <div className="stack-5 min-0">
            <StatRow>
              <Stat
                label="Accuracy"
                value={percent(accuracy)}
                hint={
                  accuracy === null
                    ? 'Run the test questions to see it'
                    : 'The mean of all questions that were run'
                }
              />
              <Stat label="Test questions" value={list.more.total} />
            </StatRow>
            <GateSwitch subject={subject} />
            <Panel>
              <DataTable
                label="Test questions"
                columns={columns}
                rows={list.rows}
                rowId={({ botPerformanceId }) => botPerformanceId}
                rowLabel={({ question }) => question}
                onOpen={setDraft}
                rowActions={(row) => [
                  { label: 'Edit', icon: <IconPencil size={16} />, onRun: () => setDraft(row) },
                  {
                    label: 'Delete',
                    icon: <IconTrash size={16} />,
                    danger: true,
                    onRun: () => setRemoving(row),
                  },
                ]}
                search={{ value: search, onChange: setSearch, placeholder: 'Search questions and answers' }}
                sort={order.sort}
                toolbar={
                  <>
                    <Button variant="default" leftSection={<IconPlus size={16} />} onClick={onNew}>
                      Add
                    </Button>
                    <Button
                      leftSection={<IconPlayerPlay size={16} />}
                      disabled={isRunning}
                      onClick={() => setChoosing(true)}
                    >
                      {isRunning ? 'Running' : 'Run'}
                    </Button>
                  </>
                }
                more={list.more}
                empty="No test question fits. Please search for something else."
              />
            </Panel>
            <TestsTable tests={tests} onOpen={setOpened} />
          </div>
        )}
      </QueryView>
      {draft ? (
        <QuestionDialog
          key={draft.botPerformanceId ?? ''}
          subject={subject}
          draft={draft}
          onClose={() => setDraft(undefined)}
        />
      ) : null}
      {removing ? <RemoveQuestion row={removing} onClose={() => setRemoving(undefined)} /> : null}
      {isChoosing ? (
        <RunDialog
          subject={subject}
          onClose={() => setChoosing(false)}
          onStarted={(id) => {
            setChoosing(false);
            setOpened(id);
          }}
        />
      ) : null}
      {opened === '' ? null : <TestPanel testId={opened} onClose={() => setOpened('')} />}
    </>
  );
};
