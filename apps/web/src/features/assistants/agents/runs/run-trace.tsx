import type { AgentRunState, AgentRunStep } from '@atelier/contracts/assistants/agents/agent-run-shapes';
import { crewToolNames } from '@atelier/contracts/assistants/agents/crew-tools';
import { formatCount } from '../../../../lib/format.ts';
import { JsonValue } from '../../../../lib/json-value.tsx';
import { WrittenAnswer } from '../../../../ui/content/written-answer.tsx';
import { describeError } from '../../../../ui/feedback/describe-error.ts';
import { Fold } from '../../../../ui/layout/fold.tsx';
import { useLiveRun } from './api.ts';
import { groupByTurn, type LiveRun, type ToolStep, type TurnView, toWorkerName } from './live-run.ts';
import { RunFiles } from './results/run-files.tsx';
import { adviceFor, reservations } from './run-words.ts';
import classes from './runs.module.css';
import { ToolCard } from './tool-card.tsx';
import { TurnCosts } from './turn-costs.tsx';

const Answer = ({ output }: Pick<AgentRunState, 'output'>) => {
  if (typeof output === 'string') return <WrittenAnswer>{output}</WrittenAnswer>;
  const text = JSON.stringify(output);
  return <JsonValue label="Answer" value={{ text, size: text.length }} />;
};

/** The end of a run: its answer, a failure with the next step to take, or that it was cancelled. */
const RunResult = ({ state }: { state: AgentRunState }) => {
  if (state.endedAt === null) return null;
  return (
    <div className={`stack-3 one-column ${classes.result}`} data-status={state.status}>
      {state.status === 'COMPLETED' ? <Answer output={state.output} /> : null}
      {state.status === 'FAILED' ? (
        <p className="flat danger danger-box pad-3">
          {state.cause?.message ?? 'The run failed.'} <span>{adviceFor(state)}</span>
        </p>
      ) : null}
      {state.status === 'CANCELLED' ? (
        <p className="note regular">The run was cancelled. What was done until then stays done.</p>
      ) : null}
      {reservations(state).map((sentence) => (
        <p key={sentence} className="flat warning warning-box pad-3">
          {sentence}
        </p>
      ))}
    </div>
  );
};

const words: Readonly<Record<string, string>> = {
  [crewToolNames.plan]: 'Wrote down the plan, which is shown above.',
  [crewToolNames.write]: 'Wrote a note for the others.',
  [crewToolNames.read]: 'Read the shared notes.',
};

/** Describes a call whose result the picture of the crew shows; undefined for all other calls, and for one that failed. */
const sharedWords = ({ tool, status }: ToolStep): string | undefined =>
  status === 'DONE' ? words[tool] : undefined;

interface NestedRunProps {
  runId: string;
  /** The name of the agent that works there. */
  title: string;
  /** Shows the run without being asked, because it goes on. */
  isOpen: boolean;
  isOfCrew: boolean;
}

const Followed = ({ runId, isOfCrew }: Pick<NestedRunProps, 'runId' | 'isOfCrew'>) => {
  const { run, refusal } = useLiveRun(runId);
  if (refusal) return <p className="flat danger danger-box pad-3">{describeError(refusal).message}</p>;
  return <RunTrace runId={runId} run={run} isOfCrew={isOfCrew} />;
};

/** The run of another agent that works for this one, folded once it is over. */
const NestedRun = ({ runId, title, isOpen, isOfCrew }: NestedRunProps) => (
  <div className={classes.nested}>
    <Fold label={`What ${title} does`} isForced={isOpen}>
      {(isShown) => (isShown ? <Followed runId={runId} isOfCrew={isOfCrew} /> : null)}
    </Fold>
  </div>
);

const Compaction = ({ step }: { step: Extract<AgentRunStep, { type: 'COMPACTION' }> }) => (
  <p className="note regular">
    The conversation became too long for the model, so{' '}
    {formatCount(step.rounds, 'older part was', 'older parts were')} replaced by a summary:{' '}
    {step.tokensBefore.toLocaleString('en')} tokens became {step.tokensAfter.toLocaleString('en')}.
  </p>
);

const LeftOut = ({ step }: { step: Extract<AgentRunStep, { type: 'LEFT_OUT' }> }) => (
  <p className="flat danger danger-box pad-3">
    The provider of the model refused the tool “{step.title}”, so the agent worked without it: {step.reason}
  </p>
);

const FormatRefused = ({ step }: { step: Extract<AgentRunStep, { type: 'FORMAT_REFUSED' }> }) => (
  <p className="flat danger danger-box pad-3">
    The provider of the model refused the schema of the answer, so the model was told its form in words:{' '}
    {step.reason}
  </p>
);

const Said = ({ step }: { step: Exclude<AgentRunStep, { type: 'TOOL' }> }) => {
  if (step.type === 'COMPACTION') return <Compaction step={step} />;
  if (step.type === 'FORMAT_REFUSED') return <FormatRefused step={step} />;
  if (step.type === 'LEFT_OUT') return <LeftOut step={step} />;
  if (step.type === 'TEXT') return <WrittenAnswer>{step.text}</WrittenAnswer>;
  return (
    <Fold label="Thinking">
      <p className="note break-anywhere regular pre-wrap">{step.text}</p>
    </Fold>
  );
};

interface CallProps {
  runId: string;
  at: number;
  step: ToolStep;
  isOfCrew: boolean;
}

const Call = ({ runId, at, step, isOfCrew }: CallProps) => (
  <ToolCard
    runId={runId}
    at={at}
    step={step}
    nested={
      step.childRunId === null ? null : (
        <NestedRun
          runId={step.childRunId}
          title={toWorkerName(step)}
          isOpen={step.status === 'RUNNING'}
          isOfCrew={isOfCrew}
        />
      )
    }
  />
);

const callsIn = (steps: TurnView['steps']) =>
  steps.flatMap(({ at, step }) => (step.type === 'TOOL' ? [{ at, step }] : []));

/** A turn. What the agents of a crew share is told in a line, because the picture of the crew shows it. */
const Turn = ({
  view: { turn, steps },
  ...trace
}: Pick<CallProps, 'runId' | 'isOfCrew'> & { view: TurnView }) => {
  const calls = callsIn(steps);
  const shared = trace.isOfCrew ? calls.map(({ at, step }) => ({ at, words: sharedWords(step) })) : [];
  const told = shared.filter(({ words }) => words !== undefined);
  const carded = calls.filter(({ at }) => !told.some((each) => each.at === at));
  return (
    <li className={`stack-3 one-column ${classes.turn}`} aria-label={`Turn ${turn}`}>
      {steps.map(({ at, step }) => (step.type === 'TOOL' ? null : <Said key={at} step={step} />))}
      {told.map(({ at, words }) => (
        <p key={at} className="note regular">
          {words}
        </p>
      ))}
      {carded.length === 0 ? null : (
        <div className="stack-3 align-start columns-18">
          {carded.map(({ at, step }) => (
            <Call key={step.callId} at={at} step={step} {...trace} />
          ))}
        </div>
      )}
    </li>
  );
};

const Writing = ({ writing: { thinking, text } }: { writing: NonNullable<LiveRun['writing']> }) => (
  <div className="stack-3 one-column" aria-hidden="true">
    {thinking === '' || text !== '' ? null : (
      <p className="note break-anywhere regular pre-wrap">{thinking}</p>
    )}
    {text === '' ? null : <WrittenAnswer>{text}</WrittenAnswer>}
  </div>
);

interface RunTraceProps {
  runId: string;
  run: LiveRun;
  /** True for the run of a crew, and of those who work in it. */
  isOfCrew: boolean;
}

/** A run, turn by turn, with the text that is being written, and its end. */
export const RunTrace = ({ runId, run, isOfCrew }: RunTraceProps) => (
  <div className="stack-3 one-column">
    <ol className={`stack-4 bare one-column ${classes.turns}`}>
      {groupByTurn(run).map((view) => (
        <Turn key={view.turn} runId={runId} view={view} isOfCrew={isOfCrew} />
      ))}
    </ol>
    {run.writing ? <Writing writing={run.writing} /> : null}
    <RunFiles runId={runId} files={run.state?.files ?? []} />
    {run.state === null ? null : <RunResult state={run.state} />}
    {run.state === null || run.state.endedAt === null ? null : (
      <TurnCosts costs={run.state.costs} steps={run.steps} />
    )}
  </div>
);
