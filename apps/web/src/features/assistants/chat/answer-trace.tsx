import type { TraceStep } from '@atelier/contracts/assistants/chat/trace';
import { formatCount, formatExactCredits } from '../../../lib/format.ts';
import { nameModel } from '../../../lib/name-model.ts';
import classes from './history.module.css';

const seconds = (milliseconds: number): string =>
  milliseconds < 1000 ? `${milliseconds} ms` : `${(milliseconds / 1000).toFixed(1)} s`;

const statuses = { SUCCEEDED: '', FAILED: 'Failed. ', SKIPPED: 'Skipped. ' };

const sayStep = (step: TraceStep): { title: string; detail: string } => {
  if (step.kind === 'SEARCH')
    return {
      title: 'Search',
      detail: `“${step.query}”, ${formatCount(step.found, 'chunk')} found, ${step.retriever}`,
    };
  if (step.kind === 'MODEL') {
    const tokens = `${formatCount(step.inputTokens, 'token')} read, ${formatCount(step.outputTokens, 'token')} written`;
    const first = step.firstTextMs === null ? '' : `, first text after ${seconds(step.firstTextMs)}`;
    return { title: 'Model', detail: `${nameModel(step.modelId)}: ${tokens}${first}` };
  }
  return { title: step.title, detail: `${statuses[step.status]}${step.detail}` };
};

const sayCredits = (credits: number): string =>
  `${formatExactCredits(credits)} ${credits === 1 ? 'credit' : 'credits'}`;

interface AnswerTraceProps {
  steps: readonly TraceStep[];
  credits: number;
}

/** The steps of an answer, in order, with the time and the share of the longest step, and the cost. */
export const AnswerTrace = ({ steps, credits }: AnswerTraceProps) => {
  if (steps.length === 0) return null;
  const longest = Math.max(1, ...steps.map(({ durationMs }) => durationMs));
  return (
    <section className="stack-2" aria-label="How it was answered">
      <h3>How it was answered</h3>
      <ol className="bare stack-2">
        {steps.map((step, index) => {
          const { title, detail } = sayStep(step);
          return (
            <li className="stack-1 break-anywhere" key={index}>
              <span className="beside-2 between">
                <strong>{title}</strong>
                <span>{seconds(step.durationMs)}</span>
              </span>
              <span className={classes.bar} aria-hidden="true">
                <span style={{ width: `${(100 * step.durationMs) / longest}%` }} />
              </span>
              <span className="muted small" dir="auto">
                {detail}
              </span>
              {step.credits === undefined ? null : (
                <span className="muted small">{sayCredits(step.credits)}</span>
              )}
            </li>
          );
        })}
      </ol>
      <p className="muted small">{`Cost: ${sayCredits(credits)}`}</p>
    </section>
  );
};
