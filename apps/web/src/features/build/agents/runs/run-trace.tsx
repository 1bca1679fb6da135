import type { AgentRunStep } from '@atelier/contracts/build/agents/agent-run-shapes';
import { formatCount } from '../../../../lib/format.ts';
import { MarkdownRenderer } from '../../../../ui/content/markdown-renderer.tsx';
import { describeError } from '../../../../ui/feedback/describe-error.ts';
import { propertyOf } from '../../../../ui/feedback/property-of.ts';
import { Fold } from '../../../../ui/layout/fold.tsx';
import { useLiveRun } from './api.ts';
import { type LiveRun, type TurnView, turnsOf } from './live-run.ts';
import { RunFiles } from './results/run-files.tsx';
import { RunResult } from './run-result.tsx';
import classes from './runs.module.css';
import { ToolCard } from './tool-card.tsx';
import { TurnCosts } from './turn-costs.tsx';

interface NestedRunProps {
  runId: string;
  /** The name of the agent that works there. */
  title: string;
  /** Shows the run without being asked, because it goes on. */
  isOpen: boolean;
}

const Followed = ({ runId }: Pick<NestedRunProps, 'runId'>) => {
  const { run, refusal } = useLiveRun(runId);
  if (refusal) return <p className={classes.failure}>{describeError(refusal).message}</p>;
  return <RunTrace runId={runId} run={run} />;
};

/** The run of another agent that works for this one, folded once it is over. */
const NestedRun = ({ runId, title, isOpen }: NestedRunProps) => (
  <div className={classes.nested}>
    <Fold label={`What ${title} does`} isForced={isOpen}>
      {(isShown) => (isShown ? <Followed runId={runId} /> : null)}
    </Fold>
  </div>
);

/** The agent that a call names, in a crew; else the title of the call, which is the name of the agent. */
const workerOf = ({ input, title }: Extract<AgentRunStep, { type: 'TOOL' }>): string => {
  const member = propertyOf(input, 'member');
  return typeof member === 'string' ? member : title;
};

const Compaction = ({ step }: { step: Extract<AgentRunStep, { type: 'COMPACTION' }> }) => (
  <p className={classes.compaction}>
    The conversation became too long for the model, so{' '}
    {formatCount(step.rounds, 'older part was', 'older parts were')} replaced by a summary:{' '}
    {step.tokensBefore.toLocaleString('en')} tokens became {step.tokensAfter.toLocaleString('en')}.
  </p>
);

const Said = ({ step }: { step: Exclude<AgentRunStep, { type: 'TOOL' }> }) => {
  if (step.type === 'COMPACTION') return <Compaction step={step} />;
  if (step.type === 'TEXT') return <MarkdownRenderer>{step.text}</MarkdownRenderer>;
  return (
    <Fold label="Thinking">
      <p className={classes.thinking}>{step.text}</p>
    </Fold>
  );
};

const Turn = ({ runId, view: { turn, steps } }: { runId: string; view: TurnView }) => {
  const calls = steps.flatMap(({ at, step }) => (step.type === 'TOOL' ? [{ at, step }] : []));
  return (
    <li className={classes.turn} aria-label={`Turn ${turn}`}>
      {steps.map(({ at, step }) => (step.type === 'TOOL' ? null : <Said key={at} step={step} />))}
      {calls.length === 0 ? null : (
        <div className={classes.calls}>
          {calls.map(({ at, step }) => (
            <ToolCard
              key={step.callId}
              runId={runId}
              at={at}
              step={step}
              nested={
                step.childRunId === null ? null : (
                  <NestedRun
                    runId={step.childRunId}
                    title={workerOf(step)}
                    isOpen={step.status === 'RUNNING'}
                  />
                )
              }
            />
          ))}
        </div>
      )}
    </li>
  );
};

const Writing = ({ writing: { thinking, text } }: { writing: NonNullable<LiveRun['writing']> }) => (
  <div className={classes.writing} aria-hidden="true">
    {thinking === '' || text !== '' ? null : <p className={classes.thinking}>{thinking}</p>}
    {text === '' ? null : <MarkdownRenderer>{text}</MarkdownRenderer>}
  </div>
);

/** What happens in a run, turn by turn, with what is being written and how it ended. */
export const RunTrace = ({ runId, run }: { runId: string; run: LiveRun }) => (
  <div className={classes.trace}>
    <ol className={classes.turns}>
      {turnsOf(run).map((view) => (
        <Turn key={view.turn} runId={runId} view={view} />
      ))}
    </ol>
    {run.writing ? <Writing writing={run.writing} /> : null}
    <RunFiles runId={runId} files={run.state?.files ?? []} />
    {run.state === null ? null : <RunResult state={run.state} />}
    {run.state === null || run.state.endedAt === null ? null : <TurnCosts costs={run.state.costs} />}
  </div>
);
