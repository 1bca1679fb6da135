import type { FlowRunDetails, FlowRunStep } from '@atelier/contracts/assistants/flows/flow-run-shapes';
import { readFlow } from '@atelier/flows';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { usePathParam } from '../../../../lib/browser/use-path-param.ts';
import { formatExactCredits, formatMoment } from '../../../../lib/format.ts';
import { JsonValue } from '../../../../lib/json-value.tsx';
import { CauseNote } from '../../../../lib/runs/cause-note.tsx';
import { toEditableText } from '../../../../lib/runs/json-dialog.tsx';
import { RunAction } from '../../../../lib/runs/run-action.tsx';
import { isOpen } from '../../../../lib/runs/run-words.ts';
import { spanInWords } from '../../../../lib/span-in-words.ts';
import { useUrlState } from '../../../../ui/behaviour/use-url-state.ts';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { StatusBadge } from '../../../../ui/feedback/status-badge.tsx';
import { Page } from '../../../../ui/layout/page.tsx';
import { Panel } from '../../../../ui/layout/panel.tsx';
import { TextLink } from '../../../../ui/layout/text-link.tsx';
import {
  useCancelRun,
  useFlowRun,
  useFlowVersion,
  useLiveFlowRuns,
  usePieces,
  useReplayRun,
  useRetryRun,
  useRunSteps,
  valueText,
} from '../api.ts';
import { FlowCanvas } from '../canvas/flow-canvas.tsx';
import { cardViews } from '../model/card-views.ts';
import { layoutFlow } from '../model/flow-layout.ts';
import { flowRunWords, holdInWords, summarizeOutcomes } from '../model/run-words.ts';
import { PayloadDialog } from './payload-dialog.tsx';
import { RunFiles } from './run-files.tsx';
import { RunSteps, stepKey } from './run-steps.tsx';
import classes from './runs.module.css';

const breadcrumbs = [
  { label: 'Flows', to: '/flows' },
  { label: 'Runs', to: '/workflow' },
];

const useOpenRun = () => {
  const navigate = useNavigate();
  return ({ runId }: { runId: string }) => void navigate({ to: `/flows/runs/${runId}` });
};

const ReplayDialog = ({ run, onClose }: { run: FlowRunDetails; onClose: () => void }) => {
  const open = useOpenRun();
  const replay = useReplayRun();
  return (
    <PayloadDialog
      title="Run again?"
      explanation="The same version of the flow runs again from its start, as a new run. All its steps are executed."
      submitLabel="Run again"
      initial={toEditableText(run.input)}
      flowId={run.flowId}
      isBusy={replay.isPending}
      error={replay.error}
      onClose={onClose}
      onSubmit={(payload) =>
        replay.mutate(
          {
            params: { runId: run.runId },
            body: payload === undefined ? {} : { payload },
          },
          { onSuccess: open },
        )
      }
    />
  );
};

const Actions = ({ run }: { run: FlowRunDetails }) => {
  const cancel = useCancelRun();
  const retry = useRetryRun();
  const open = useOpenRun();
  const [isReplaying, setReplaying] = useState(false);
  const { canCancel, canRetry, canReplay } = run.abilities;
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
      {canReplay ? <RunAction kind="AGAIN" label="Run again" onClick={() => setReplaying(true)} /> : null}
      {canRetry ? (
        <RunAction
          kind="CONTINUE"
          label="Retry from the failed step"
          isBusy={retry.isPending}
          onClick={() => retry.mutate(request, { onSuccess: open })}
        />
      ) : null}
      {isReplaying ? <ReplayDialog run={run} onClose={() => setReplaying(false)} /> : null}
    </>
  );
};

const describeRun = (run: FlowRunDetails): string => {
  const { environment, startedAt, endedAt, credits } = run;
  const took =
    startedAt === null || endedAt === null ? '' : spanInWords(Date.parse(endedAt) - Date.parse(startedAt));
  return [
    `${environment === 'TESTING' ? 'Test of the draft, ' : ''}${startedAt === null ? 'queued' : 'started'} on ${formatMoment(startedAt ?? run.queuedAt)}`,
    took === '' ? '' : `took ${took}`,
    credits > 0 ? `${formatExactCredits(credits)} credits` : '',
  ]
    .filter((part) => part !== '')
    .join(', ')
    .replace(/^./, (letter) => letter.toUpperCase());
};

/** The version that ran, with how far the run came drawn on it. */
export const useRunFlow = (flowId: string, versionId: string, steps: readonly FlowRunStep[]) => {
  const version = useFlowVersion(flowId, versionId);
  const { data } = usePieces();
  const flow = useMemo(() => (version.data ? readFlow(version.data).flow : undefined), [version.data]);
  const layout = useMemo(() => (flow ? layoutFlow(flow) : undefined), [flow]);
  const views = useMemo(
    () =>
      flow ? cardViews(flow, { pieces: data?.pieces ?? [], outcomes: summarizeOutcomes(steps) }) : undefined,
    [flow, data, steps],
  );
  const titleFor = (name: string): string =>
    flow?.steps[name]?.displayName ?? flow?.triggers.find((it) => it.name === name)?.displayName ?? name;
  return { layout, views, titleOf: titleFor };
};

const Steps = ({
  run,
  query,
  ...shown
}: ReturnType<typeof useRunSteps> & { run: FlowRunDetails } & React.ComponentProps<typeof RunSteps>) => (
  <Panel title="Steps" flush>
    <QueryView
      query={query}
      isEmpty={() => shown.steps.length === 0}
      empty={
        <p className="note regular pad-4">
          {run.status === 'REFUSED'
            ? 'Nothing was run, because the call was refused.'
            : 'No step has begun yet.'}
        </p>
      }
      errorTitle="The steps could not be loaded"
    >
      {() => <RunSteps {...shown} />}
    </QueryView>
    {query.hasNextPage ? (
      <Button
        variant="default"
        fullWidth
        loading={query.isFetchingNextPage}
        onClick={() => void query.fetchNextPage()}
      >
        Show more steps
      </Button>
    ) : null}
  </Panel>
);

const Data = ({ run: { runId, input, output } }: { run: FlowRunDetails }) => (
  <Panel title="Data">
    <JsonValue label="Data of the trigger" value={input} whole={valueText(runId, 'INPUT')} />
    {output ? <JsonValue label="Result" value={output} whole={valueText(runId, 'OUTPUT')} /> : null}
  </Panel>
);

const Loaded = ({ run }: { run: FlowRunDetails }) => {
  const { runId, flowId } = run;
  const { query, steps } = useRunSteps(runId);
  const { layout, views, titleOf } = useRunFlow(flowId, run.versionId, steps);
  const [opened, setOpened] = useUrlState('step');
  useLiveFlowRuns(runId, isOpen(run));
  const openByName = (name: string) => {
    const last = steps.findLast(({ step }) => step === name);
    if (last) setOpened(stepKey(last));
  };
  const { label, tone } = flowRunWords[run.status];
  const ofFlow = { label: run.flowName ?? 'Deleted flow', to: `/flows/${flowId}` };
  return (
    <Page
      width="wide"
      title={`Run of ${run.flowName ?? 'a deleted flow'}`}
      breadcrumbs={run.flowName === null ? breadcrumbs : [...breadcrumbs, ofFlow]}
      aside={<StatusBadge tone={tone}>{label}</StatusBadge>}
      description={describeRun(run)}
      actions={<Actions run={run} />}
    >
      <div className={`stack-4 align-start ${classes.columns}`}>
        {layout && views ? (
          <div className={`rounded-lg overflow-hidden sticky ${classes.canvas}`}>
            <FlowCanvas
              label="The flow of this run"
              layout={layout}
              views={views}
              selected={null}
              focus={null}
              actions={{ open: openByName }}
            />
          </div>
        ) : null}
        <div className="stack-4 min-0">
          {run.hold ? (
            <p className={`box flat ${classes.hold}`} role="status">
              {holdInWords(run.hold, formatMoment)}
            </p>
          ) : null}
          {run.originId === null ? null : (
            <p className="note regular">
              It goes back to <TextLink to={`/flows/runs/${run.originId}`}>an earlier run</TextLink>. Steps
              that it took over from there were not executed again.
            </p>
          )}
          {run.cause ? <CauseNote cause={run.cause} /> : null}
          <Steps run={run} {...{ query, steps, titleOf, opened }} onOpen={setOpened} />
          <RunFiles runId={runId} />
          <Data run={run} />
        </div>
      </div>
    </Page>
  );
};

/** `/flows/runs/{id}`: one run with its steps, drawn on the flow. */
export const RunScreen = () => {
  const query = useFlowRun(usePathParam('runId'));
  if (query.data) return <Loaded key={query.data.runId} run={query.data} />;
  return (
    <Page title="Run" breadcrumbs={breadcrumbs}>
      <QueryView query={query} errorTitle="This run could not be opened">
        {() => null}
      </QueryView>
    </Page>
  );
};
