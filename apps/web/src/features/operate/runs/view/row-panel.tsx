import type { RunStep } from '@atelier/contracts/assistants/runs/run-shapes';
import { Button } from '@mantine/core';
import { IconRotateClockwise } from '@tabler/icons-react';
import { Moment } from '../../../../lib/ago.tsx';
import { formatExactCredits } from '../../../../lib/format.ts';
import { JsonValue } from '../../../../lib/json-value.tsx';
import { CauseNote } from '../../../../lib/runs/cause-note.tsx';
import { spanInWords } from '../../../../lib/span-in-words.ts';
import { Facts } from '../../../../ui/content/facts.tsx';
import { TextLink } from '../../../../ui/layout/text-link.tsx';
import { valueText } from '../api.ts';
import { operationInWords } from '../model/run-words.ts';
import type { TimelineRow } from '../model/timeline.ts';
import { RunBadge } from './run-badge.tsx';

interface RowPanelProps {
  runId: string;
  row: TimelineRow;
  /** Replays the run from a step; undefined when that is not allowed. */
  onReplay: ((seq: number) => void) | undefined;
}

const iso = (time: number): string => new Date(time).toISOString();

const describeRowKind = ({ step, child }: TimelineRow): string => {
  if (step) return operationInWords(step.operation);
  return child ? 'Child run' : 'Stage';
};

const listRowFacts = (row: TimelineRow) =>
  [
    ['Status', <RunBadge key="status" status={row.status} />],
    ['Kind', describeRowKind(row)],
    ['Began', <Moment key="began" at={iso(row.start)} />],
    ['Took', spanInWords(row.end - row.start)],
  ] as const;

const factsOfStep = ({ attempts, credits, seq }: RunStep) =>
  [
    ['Attempts', attempts],
    ['Credits', credits > 0 ? formatExactCredits(credits) : null],
    ['Number in the journal', seq],
  ] as const;

/** Shows the input and output of a step. The output of a wait is the payload of its signal. */
const Values = ({ runId, step, answer }: { runId: string; step: RunStep; answer: RunStep | undefined }) => {
  const { seq, output } = answer ?? step;
  return (
    <>
      {step.input ? <JsonValue label="Input" value={step.input} /> : null}
      {output && step.operation !== 'sleep' ? (
        <JsonValue label="Output" value={output} whole={valueText(runId, 'STEP', seq)} />
      ) : null}
    </>
  );
};

const Replay = ({ seq, onReplay }: { seq: number; onReplay: (seq: number) => void }) => (
  <div>
    <Button variant="default" leftSection={<IconRotateClockwise size={16} />} onClick={() => onReplay(seq)}>
      Replay from here
    </Button>
  </div>
);

/** Shows the details of a stage, a step or a child run. */
export const RowPanel = ({ runId, row, onReplay }: RowPanelProps) => {
  const { step, answer, child } = row;
  return (
    <>
      {step?.cause ? <CauseNote cause={step.cause} /> : null}
      <Facts facts={[...listRowFacts(row), ...(step ? factsOfStep(step) : [])]} />
      {child ? <TextLink to={`/runs/${child.runId}`}>Open the child run</TextLink> : null}
      {step && onReplay ? <Replay seq={step.seq} onReplay={onReplay} /> : null}
      {step ? <Values key={row.id} runId={runId} step={step} answer={answer} /> : null}
    </>
  );
};
