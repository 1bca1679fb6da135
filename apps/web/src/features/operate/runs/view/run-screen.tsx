import type { RunDetails } from '@atelier/contracts/assistants/runs/run-shapes';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { usePathParam } from '../../../../lib/browser/use-path-param.ts';
import { JsonDialog, toEditableText } from '../../../../lib/runs/json-dialog.tsx';
import { RunAction } from '../../../../lib/runs/run-action.tsx';
import { isOpen } from '../../../../lib/runs/run-words.ts';
import { useUrlState } from '../../../../ui/behaviour/use-url-state.ts';
import { ProgressBar } from '../../../../ui/feedback/progress-bar.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { Page } from '../../../../ui/layout/page.tsx';
import { Panel } from '../../../../ui/layout/panel.tsx';
import { useCancelRun, useLiveRun, useReplayRun, useRetryRun, useRun, useSteps } from '../api.ts';
import { buildTimeline } from '../model/timeline.ts';
import classes from '../runs.module.css';
import { RowPanel } from './row-panel.tsx';
import { RunBadge } from './run-badge.tsx';
import { RunPanel } from './run-panel.tsx';
import { Timeline } from './timeline.tsx';

interface ReplayDialogProps {
  run: RunDetails;
  fromStep: number;
  onClose: () => void;
  onStarted: (runId: string) => void;
}

/** Asks for the input with which a run is replayed from a step. */
const ReplayDialog = ({ run, fromStep, onClose, onStarted }: ReplayDialogProps) => {
  const before = toEditableText(run.input);
  const replay = useReplayRun(onStarted);
  const submit = (input: unknown) => {
    const isSame = input === undefined || JSON.stringify(input, null, 2) === before;
    const body = isSame ? { fromStep } : { fromStep, input };
    replay.mutate({ params: { runId: run.runId }, body });
  };
  return (
    <JsonDialog
      title={`Replay from step ${fromStep}?`}
      explanation="The results recorded before this step are kept. The step and all later ones are executed again in a new run."
      label="Input"
      description="JSON. Leave it as it is to use the input of this run."
      submitLabel="Replay"
      initial={before}
      isBusy={replay.isPending}
      error={replay.error}
      onSubmit={submit}
      onClose={onClose}
    />
  );
};

/** Returns the time in milliseconds, updated every second while `isRunning`. */
const useNow = (isRunning: boolean): number => {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return now;
};

const useOpenRun = () => {
  const navigate = useNavigate();
  return (runId: string) => void navigate({ to: `/runs/${runId}` });
};

const Actions = ({ run }: { run: RunDetails }) => {
  const cancel = useCancelRun();
  const retry = useRetryRun(useOpenRun());
  const { canCancel, canRetry } = run.abilities;
  const request = { params: { runId: run.runId } };
  return (
    <>
      {canCancel ? (
        <RunAction
          kind="CANCEL"
          label="Cancel run"
          isBusy={cancel.isPending}
          onClick={() => cancel.mutate(request)}
        />
      ) : null}
      {canRetry ? (
        <RunAction
          kind="CONTINUE"
          label="Retry"
          isBusy={retry.isPending}
          onClick={() => retry.mutate(request)}
        />
      ) : null}
    </>
  );
};

type StepsQuery = ReturnType<typeof useSteps>['query'];

const MoreSteps = ({ query }: { query: StepsQuery }) =>
  query.hasNextPage ? (
    <div className="row-3 muted small pad-2">
      <Button
        size="xs"
        variant="default"
        loading={query.isFetchingNextPage}
        onClick={() => void query.fetchNextPage()}
      >
        Load more steps
      </Button>
    </div>
  ) : null;

/** Shows the tree of steps on the left, and the details of the selected one on the right. */
const RunBody = ({ run }: { run: RunDetails }) => {
  const { query, steps } = useSteps(run.runId);
  const now = useNow(isOpen(run));
  const [chosen, choose] = useUrlState('step', 'run');
  const [replayed, setReplayed] = useState<number>();
  const openRun = useOpenRun();
  const rows = buildTimeline(run, steps, now);
  const row = rows.find(({ id }) => id === chosen) ?? rows[0];
  return (
    <div className="stack-4">
      {run.status === 'RUNNING' ? (
        <ProgressBar value={run.progress} label={run.stage ?? 'Running'} withText />
      ) : null}
      <div className={`stack-4 align-start ${classes.columns}`}>
        <Panel title="Steps" flush>
          <QueryView query={query} errorTitle="The steps could not be loaded">
            {() => <Timeline rows={rows} chosen={row?.id ?? 'run'} onChoose={choose} />}
          </QueryView>
          <MoreSteps query={query} />
        </Panel>
        <Panel title={row?.kind === 'RUN' ? 'The whole run' : (row?.label ?? '')}>
          <div className="stack-5 min-0">
            {row === undefined || row.kind === 'RUN' ? (
              <RunPanel run={run} />
            ) : (
              <RowPanel
                runId={run.runId}
                row={row}
                onReplay={run.abilities.canReplay ? setReplayed : undefined}
              />
            )}
          </div>
        </Panel>
      </div>
      {replayed === undefined ? null : (
        <ReplayDialog
          run={run}
          fromStep={replayed}
          onClose={() => setReplayed(undefined)}
          onStarted={openRun}
        />
      )}
    </div>
  );
};

/** `/runs/$runId`: shows one run with its steps and children while it continues. */
export const RunScreen = () => {
  const runId = usePathParam('runId');
  const query = useRun(runId);
  useLiveRun(runId);
  const run = query.data;
  return (
    <Page
      width="wide"
      title={run?.title ?? 'Run'}
      description={run?.subject?.name}
      breadcrumbs={[{ label: 'Runs', to: '/runs' }]}
      aside={run ? <RunBadge status={run.status} /> : undefined}
      actions={run ? <Actions run={run} /> : undefined}
    >
      <QueryView query={query} errorTitle="The run could not be opened">
        {(found) => <RunBody key={found.runId} run={found} />}
      </QueryView>
    </Page>
  );
};
