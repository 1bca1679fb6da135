import { VisuallyHidden } from '@mantine/core';
import { RunAction } from '../../../../lib/runs/run-action.tsx';
import { ErrorState } from '../../../../ui/feedback/error-state.tsx';
import { StatusBadge } from '../../../../ui/feedback/status-badge.tsx';
import { isCrewId } from '../model/crew.ts';
import { useCancelAgentRun, useLiveRun, useRetryAgentRun } from './api.ts';
import { CrewPicture } from './crew-picture/crew-picture.tsx';
import type { LiveRun } from './live-run.ts';
import { RunTrace } from './run-trace.tsx';
import { agentRunWords, progressInWords, usageInWords } from './run-words.ts';
import classes from './runs.module.css';

interface AgentRunViewProps {
  runId: string;
  /** Runs the same task again; absent where that is offered elsewhere, or not at all. */
  onAgain?: (() => void) | undefined;
  /** Called with the id of the run that continues this one. */
  onContinued: (runId: string) => void;
}

const Actions = ({
  state,
  onAgain,
  onContinued,
}: Omit<AgentRunViewProps, 'runId'> & { state: NonNullable<LiveRun['state']> }) => {
  const cancel = useCancelAgentRun();
  const retry = useRetryAgentRun();
  const request = { params: { runId: state.runId } };
  const isOver = state.endedAt !== null;
  return (
    <div className="row-2">
      {state.abilities.canCancel && !isOver ? (
        <RunAction
          isSmall
          kind="CANCEL"
          label="Cancel"
          isBusy={cancel.isPending || cancel.isSuccess}
          onClick={() => cancel.mutate(request)}
        />
      ) : null}
      {state.abilities.canRetry ? (
        <RunAction
          isSmall
          kind="CONTINUE"
          label="Continue where it stopped"
          isBusy={retry.isPending}
          onClick={() => retry.mutate(request, { onSuccess: ({ runId }) => onContinued(runId) })}
        />
      ) : null}
      {isOver && onAgain ? <RunAction isSmall kind="AGAIN" label="Run again" onClick={onAgain} /> : null}
    </div>
  );
};

/** A run of an agent, live while it goes on. Give it the id of the run as its key. */
export const AgentRunView = ({ runId, onAgain, onContinued }: AgentRunViewProps) => {
  const { run, refusal } = useLiveRun(runId);
  if (refusal) return <ErrorState compact error={refusal} title="This run cannot be shown" />;
  const { state } = run;
  const isOfCrew = state !== null && isCrewId(state.agentId);
  return (
    <section className="stack-3 one-column" aria-label="Run">
      <VisuallyHidden role="status" aria-live="polite">
        {progressInWords(run)}
      </VisuallyHidden>
      {state === null ? (
        <p className="note regular">Loading…</p>
      ) : (
        <header className={`row-2-3 ${classes.runHead}`}>
          <StatusBadge tone={agentRunWords[state.status].tone}>
            {agentRunWords[state.status].label}
          </StatusBadge>
          <span className="note regular">{usageInWords(state)}</span>
          <Actions state={state} onAgain={onAgain} onContinued={onContinued} />
        </header>
      )}
      {isOfCrew ? <CrewPicture key={state?.endedAt} run={run} runId={runId} /> : null}
      <RunTrace runId={runId} run={run} isOfCrew={isOfCrew} />
    </section>
  );
};
