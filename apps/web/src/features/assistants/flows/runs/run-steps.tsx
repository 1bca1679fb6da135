import type { FlowRunStep } from '@atelier/contracts/assistants/flows/flow-run-shapes';
import { parseJson } from '@atelier/contracts/kernel/parse-json';
import { IconChevronDown } from '@tabler/icons-react';
import { formatCount, formatExactCredits, formatMoment } from '../../../../lib/format.ts';
import { JsonValue } from '../../../../lib/json-value.tsx';
import { CauseNote } from '../../../../lib/runs/cause-note.tsx';
import { spanInWords } from '../../../../lib/span-in-words.ts';
import { readTextProperty } from '../../../../ui/feedback/read-property.ts';
import { StatusBadge } from '../../../../ui/feedback/status-badge.tsx';
import { TextLink } from '../../../../ui/layout/text-link.tsx';
import { valueText } from '../api.ts';
import { flowRunWords, roundsInWords } from '../model/run-words.ts';
import classes from './runs.module.css';

/** Identifies one execution of a step. */
export const stepKey = ({ runId, seq }: Pick<FlowRunStep, 'runId' | 'seq'>): string => `${runId}:${seq}`;

/** The question of a step to people, which the journal has as its value while it waits. */
const Asked = ({ text }: { text: string }) => {
  const asked = parseJson(text);
  return (
    <p className="note regular">
      Asks: <strong>{readTextProperty(asked, 'title') ?? 'a decision'}</strong>{' '}
      {readTextProperty(asked, 'message') ?? ''}
    </p>
  );
};

/** Returns the cost of a step, with the run that it started. */
const sumStepCredits = ({ credits, child }: FlowRunStep): number => credits + (child?.credits ?? 0);

const Limited = () => (
  <p className="note regular">
    It waits for its turn: its connection allows only so many calls at a time. The limits are set under{' '}
    <TextLink to="/connections">Connections</TextLink>.
  </p>
);

const ChildLink = ({ child: { kind, runId } }: { child: NonNullable<FlowRunStep['child']> }) => (
  <p className="note regular">
    {kind === 'FLOW' ? (
      <TextLink to={`/flows/runs/${runId}`}>Open the run of the other flow</TextLink>
    ) : (
      <TextLink to={`/runs/${runId}`}>Open the run of the agent</TextLink>
    )}
  </p>
);

const Details = ({ step }: { step: FlowRunStep }) => (
  <div className={`stack-3 ${classes.details}`}>
    {step.cause ? <CauseNote cause={step.cause} /> : null}
    <p className="note regular">
      {step.status === 'WAITING'
        ? `Waits since ${formatMoment(step.at)}`
        : `${formatCount(step.attempts, 'attempt')}, ${spanInWords(step.durationMs)}`}
      {sumStepCredits(step) > 0 ? `, ${formatExactCredits(sumStepCredits(step))} credits` : ''}
    </p>
    {step.isLimited ? <Limited /> : null}
    {step.child ? <ChildLink child={step.child} /> : null}
    {step.approvalToken === null ? null : (
      <p className="note regular">
        <TextLink to={`/approvals/${step.approvalToken}`}>Approve or reject</TextLink>
      </p>
    )}
    {step.input ? <JsonValue label="Input" value={step.input} /> : null}
    {step.output && step.status === 'WAITING' ? <Asked text={step.output.text} /> : null}
    {step.output && step.status !== 'WAITING' ? (
      <JsonValue label="Output" value={step.output} whole={valueText(step.runId, 'STEP', step.seq)} />
    ) : null}
  </div>
);

interface RunStepsProps {
  steps: readonly FlowRunStep[];
  titleOf: (step: string) => string;
  /** The key of the opened execution. */
  opened: string;
  onOpen: (key: string) => void;
}

/** The executed steps in the order of time. Each opens to its input, output and cause. */
export const RunSteps = ({ steps, titleOf, opened, onOpen }: RunStepsProps) => (
  <ol className="bare">
    {steps.map((step) => {
      const key = stepKey(step);
      const isOpened = opened === key;
      const rounds = roundsInWords(step.rounds, titleOf);
      return (
        <li key={key} className={classes.step}>
          <button
            type="button"
            className={`line-2 text-color full-width text-start ${classes.line}`}
            aria-expanded={isOpened}
            onClick={() => onOpen(isOpened ? '' : key)}
          >
            <span className="stack min-0 break-anywhere medium grow">
              {titleOf(step.step)}
              {rounds === '' ? null : <span className="note regular">{rounds}</span>}
            </span>
            <span className="note regular">
              {step.status === 'WAITING' ? null : spanInWords(step.durationMs)}
            </span>
            <StatusBadge tone={flowRunWords[step.status].tone}>{flowRunWords[step.status].label}</StatusBadge>
            <IconChevronDown className={`muted rigid ${classes.chevron}`} size={16} aria-hidden="true" />
          </button>
          {isOpened ? <Details step={step} /> : null}
        </li>
      );
    })}
  </ol>
);
