import type { AgentRunState } from '@atelier/contracts/assistants/agents/agent-run-shapes';
import { JsonValue } from '../../../../lib/json-value.tsx';
import { WrittenAnswer } from '../../../../ui/content/written-answer.tsx';
import { adviceFor, reservations } from './run-words.ts';
import classes from './runs.module.css';

const Answer = ({ output }: Pick<AgentRunState, 'output'>) => {
  if (typeof output === 'string') return <WrittenAnswer>{output}</WrittenAnswer>;
  const text = JSON.stringify(output);
  return <JsonValue label="Answer" value={{ text, size: text.length }} />;
};

/** The end of a run: its answer, a failure with the next step to take, or that it was cancelled. */
export const RunResult = ({ state }: { state: AgentRunState }) => {
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
