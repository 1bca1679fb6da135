import { IconArrowNarrowRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatExactCredits } from '../../../../lib/format.ts';
import { spanInWords } from '../../../../lib/span-in-words.ts';
import { StatusBadge } from '../../../../ui/feedback/status-badge.tsx';
import { Fold } from '../../../../ui/layout/fold.tsx';
import { ApprovalCard } from './approval-card.tsx';
import { type ToolStep, toWorkerName } from './live-run.ts';
import { readChart } from './results/read-chart.ts';
import { RunChart } from './results/run-chart.tsx';
import { callWords } from './run-words.ts';
import classes from './runs.module.css';
import { StepInput, StepOutput } from './step-value.tsx';

interface ToolCardProps {
  runId: string;
  at: number;
  step: ToolStep;
  /** The run of another agent that this call started. */
  nested: ReactNode;
}

const hasResult = ({ status }: ToolStep): boolean => status !== 'RUNNING' && status !== 'WAITING';

/** Work for a member of a crew names the member. */
const describeToolStep = (step: ToolStep): string => {
  const worker = toWorkerName(step);
  return worker === step.title ? step.title : `${step.title} to ${worker}`;
};

/** Returns the duration and the cost of a call, as far as either is worth saying. */
const describeStepCost = ({ status, durationMs, credits }: ToolStep): string =>
  [
    ...(status === 'DONE' && durationMs > 0 ? [spanInWords(durationMs)] : []),
    ...(credits > 0 ? [`${formatExactCredits(credits)} credits`] : []),
  ].join(' · ');

const ToFlowRun = ({ runId }: { runId: string }) => (
  <Link to="/flows/runs/$runId" params={{ runId }} className="small out-link fit">
    Show the run of the flow <IconArrowNarrowRight size={14} aria-hidden="true" />
  </Link>
);

const Details = ({ runId, at, step }: Omit<ToolCardProps, 'nested'>) => (
  <div className="stack-3 one-column">
    <StepInput step={step} />
    {hasResult(step) ? <StepOutput runId={runId} at={at} step={step} /> : null}
  </div>
);

/** A call of a tool: what was called, how it went, and, unfolded, with what and what came back. */
export const ToolCard = ({ runId, at, step, nested }: ToolCardProps) => {
  const { status, isEdited, flowRunId } = step;
  const title = describeToolStep(step);
  const facts = describeStepCost(step);
  const words = callWords[status];
  const chart = readChart(step);
  if (status === 'WAITING') return <ApprovalCard step={step} />;
  return (
    <article className={classes.card} data-wide={chart !== undefined} aria-label={`Call of ${title}`}>
      <header className="row-2">
        <span className="break-anywhere medium">{title}</span>
        <StatusBadge tone={words.tone}>{words.label}</StatusBadge>
        {isEdited ? <span className="note regular">with changed arguments</span> : null}
        {facts === '' ? null : <span className="note regular">{facts}</span>}
      </header>
      {chart ? <RunChart chart={chart} /> : null}
      <Fold label="Arguments and result">
        <Details runId={runId} at={at} step={step} />
      </Fold>
      {flowRunId === null ? null : <ToFlowRun runId={flowRunId} />}
      {nested}
    </article>
  );
};
