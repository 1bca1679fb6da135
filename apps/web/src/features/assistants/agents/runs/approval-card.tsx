import { isObject, type JsonValue } from '@atelier/contracts/fields/field-values';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import { Button, Textarea } from '@mantine/core';
import { IconCheck, IconPencil, IconShieldQuestion, IconX } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { describeError } from '../../../../ui/feedback/describe-error.ts';
import { readProperty } from '../../../../ui/feedback/read-property.ts';
import { ArgumentsForm } from '../../../content/fields/index.ts';
import { useDecide } from './api.ts';
import type { ToolStep } from './live-run.ts';
import classes from './runs.module.css';
import { StepInput } from './step-value.tsx';

type Mode = 'ASK' | 'EDIT' | 'REJECT';
type Decision = { decision: 'APPROVED' | 'EDITED' | 'REJECTED'; input?: FieldValues; reason?: string };

const toFieldValues = (input: JsonValue): FieldValues => (isObject(input) ? input : {});

/** Returns the faults of changed arguments, as the server describes them. */
const readProblems = (error: unknown): string[] => {
  const problems = readProperty(describeError(error).details, 'problems');
  return Array.isArray(problems) ? problems.filter((each) => typeof each === 'string') : [];
};

interface PartProps {
  step: ToolStep;
  isBusy: boolean;
  onBack: () => void;
  onDecide: (decision: Decision) => void;
}

const EditArguments = ({ step, isBusy, onBack, onDecide }: PartProps) => {
  const [values, setValues] = useState(() => toFieldValues(step.input));
  return (
    <>
      <ArgumentsForm
        schema={toFieldValues((step.inputSchema ?? {}) as JsonValue)}
        values={values}
        onChange={setValues}
      />
      <div className="row-2">
        <Button loading={isBusy} onClick={() => onDecide({ decision: 'EDITED', input: values })}>
          Approve with these arguments
        </Button>
        <Button variant="default" disabled={isBusy} onClick={onBack}>
          Back
        </Button>
      </div>
    </>
  );
};

const Reject = ({ isBusy, onBack, onDecide }: PartProps) => {
  const [reason, setReason] = useState('');
  return (
    <>
      <Textarea
        label="Reason"
        description="Optional. The agent reads it, and may try something else."
        autosize
        minRows={2}
        maxLength={2000}
        data-autofocus
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <div className="row-2">
        <Button color="red" loading={isBusy} onClick={() => onDecide({ decision: 'REJECTED', reason })}>
          Reject the call
        </Button>
        <Button variant="default" disabled={isBusy} onClick={onBack}>
          Back
        </Button>
      </div>
    </>
  );
};

const Ask = ({ isBusy, onMode, onDecide }: Omit<PartProps, 'onBack'> & { onMode: (mode: Mode) => void }) => (
  <div className="row-2">
    <Button
      leftSection={<IconCheck size={16} />}
      loading={isBusy}
      onClick={() => onDecide({ decision: 'APPROVED' })}
    >
      Approve
    </Button>
    <Button
      variant="default"
      leftSection={<IconPencil size={16} />}
      disabled={isBusy}
      onClick={() => onMode('EDIT')}
    >
      Change first
    </Button>
    <Button
      variant="default"
      leftSection={<IconX size={16} />}
      disabled={isBusy}
      onClick={() => onMode('REJECT')}
    >
      Reject
    </Button>
  </div>
);

const Refused = ({ error }: { error: Error }) => {
  const problems = readProblems(error);
  return (
    <div role="alert">
      <p className="flat danger danger-box pad-3">{describeError(error).message}</p>
      {problems.length === 0 ? null : (
        <ul className="indent margin-top-2">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
    </div>
  );
};

const Choice = ({ mode, onMode, part }: { mode: Mode; onMode: (mode: Mode) => void; part: PartProps }) => {
  if (mode === 'EDIT') return <EditArguments {...part} />;
  return mode === 'REJECT' ? <Reject {...part} /> : <Ask {...part} onMode={onMode} />;
};

/** A call that waits for a decision: what will happen outside, and approve, change or reject. */
export const ApprovalCard = ({ step }: { step: ToolStep }) => {
  const heading = useId();
  const [mode, setMode] = useState<Mode>('ASK');
  const decide = useDecide();
  const { approvalToken, title, description } = step;
  const part = {
    step,
    isBusy: decide.isPending || decide.isSuccess,
    onBack: () => setMode('ASK'),
    onDecide: (body: Decision) =>
      approvalToken === null ? undefined : decide.mutate({ params: { token: approvalToken }, body }),
  };
  return (
    <section className={`whole-row ${classes.approval}`} aria-labelledby={heading}>
      <h3 id={heading} className="line-2 flat large medium">
        <IconShieldQuestion size={18} aria-hidden="true" />
        May the agent use “{title}”?
      </h3>
      <p>{description ?? 'It acts outside of this product, so a person decides.'}</p>
      <p className="note regular">
        The call is made with the arguments below as soon as somebody approves. Nothing happens until then,
        and nothing that was done before happens again.
      </p>
      {mode === 'EDIT' ? null : <StepInput step={step} />}
      {decide.error === null ? null : <Refused error={decide.error} />}
      {approvalToken === null ? (
        <p className="note regular">Only people who may change agents can decide here.</p>
      ) : (
        <Choice mode={mode} onMode={setMode} part={part} />
      )}
    </section>
  );
};
