import type { FlowApproval, FlowApprovalState } from '@atelier/contracts/assistants/flows/flow-run-shapes';
import { flowRuns } from '@atelier/contracts/assistants/flows/flow-runs';
import { isObject } from '@atelier/contracts/fields/field-values';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import { Button, Stack, Textarea } from '@mantine/core';
import { IconCheck, IconPencil, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { usePathParam } from '../../../../lib/browser/use-path-param.ts';
import { JsonValue } from '../../../../lib/json-value.tsx';
import { useRead, useWrite } from '../../../../lib/query.ts';
import { describeError } from '../../../../ui/feedback/describe-error.ts';
import { ErrorState } from '../../../../ui/feedback/error-state.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { AuthLayout } from '../../../account/identity/index.ts';
import { ArgumentsForm } from '../../../content/fields/index.ts';
import classes from './approvals.module.css';

const { approval, decide } = flowRuns.endpoints;

/** The words for a question that is not open any more. */
const endings: Record<Exclude<FlowApprovalState, 'OPEN'>, string> = {
  APPROVED: 'This was approved',
  REJECTED: 'This was rejected',
  EXPIRED: 'Nobody decided in time, so this counts as not approved.',
  ENDED: 'The run ended before anybody decided, so there is nothing to decide any more.',
};

const describeDecision = (state: Exclude<FlowApprovalState, 'OPEN'>, decidedBy: string | null): string => {
  const isDecided = state === 'APPROVED' || state === 'REJECTED';
  if (!isDecided) return endings[state];
  return decidedBy === null ? `${endings[state]}.` : `${endings[state]} by ${decidedBy}.`;
};

type Call = NonNullable<FlowApproval['call']>;

const valuesOf = ({ input }: Call): FieldValues => (isObject(input) ? input : {});

interface CallArgumentsProps {
  call: Call;
  /** The changed arguments; null while they are the agent's own. */
  changed: FieldValues | null;
  onChange: (values: FieldValues) => void;
}

/** The arguments of the call that an agent wants to make, as they are or in a form. */
const CallArguments = ({ call, changed, onChange }: CallArgumentsProps) => {
  const text = JSON.stringify(call.input);
  if (changed !== null)
    return <ArgumentsForm schema={call.inputSchema as FieldValues} values={changed} onChange={onChange} />;
  return (
    <>
      <JsonValue label="Arguments" value={{ text, size: text.length }} />
      <div>
        <Button
          variant="subtle"
          leftSection={<IconPencil size={16} />}
          onClick={() => onChange(valuesOf(call))}
        >
          Change the arguments
        </Button>
      </div>
    </>
  );
};

interface Decided {
  approved: boolean;
  comment: string;
  input?: FieldValues;
}

interface DecideFormProps {
  asked: FlowApproval;
  isBusy: boolean;
  error: unknown;
  onDecide: (decided: Decided) => void;
}

const DecideForm = ({ asked: { call, askedBy }, isBusy, error, onDecide }: DecideFormProps) => {
  const [comment, setComment] = useState('');
  const [changed, setChanged] = useState<FieldValues | null>(null);
  return (
    <Stack gap="md">
      {call === null ? null : <CallArguments call={call} changed={changed} onChange={setChanged} />}
      <Textarea
        label="Comment"
        description={
          askedBy === 'AGENT'
            ? 'Optional. The agent reads it when you reject.'
            : 'Optional. The flow gets it with your decision.'
        }
        autosize
        minRows={3}
        maxRows={10}
        maxLength={2000}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
      {error === null ? null : <p role="alert">{describeError(error).message}</p>}
      <div className={`wrap-3 ${classes.choices}`}>
        <Button
          size="md"
          leftSection={<IconCheck size={18} />}
          disabled={isBusy}
          onClick={() =>
            onDecide({ approved: true, comment, ...(changed === null ? {} : { input: changed }) })
          }
        >
          {changed === null ? 'Approve' : 'Approve with these arguments'}
        </Button>
        <Button
          size="md"
          variant="default"
          leftSection={<IconX size={18} />}
          disabled={isBusy}
          onClick={() => onDecide({ approved: false, comment })}
        >
          Reject
        </Button>
      </div>
    </Stack>
  );
};

const askers = { FLOW: 'flow', AGENT: 'agent' } as const;

const Approval = ({ token, asked }: { token: string; asked: FlowApproval }) => {
  const decision = useWrite(decide, { refreshes: [approval] });
  const { title, message, askedBy, flowName, companyName } = asked;
  const asker = askers[askedBy];
  const own = decision.data && (decision.data.approved ? 'APPROVED' : 'REJECTED');
  const state = own ?? asked.state;
  const comment = own ? '' : asked.comment;
  return (
    <AuthLayout
      title={title}
      description={`The ${asker} “${flowName}” of ${companyName} asks for your decision.`}
    >
      {message === '' ? null : <p className="break-anywhere pre-wrap below-4">{message}</p>}
      {state === 'OPEN' ? (
        <DecideForm
          asked={asked}
          isBusy={decision.isPending}
          error={decision.error}
          onDecide={(body) => decision.mutate({ params: { token }, body })}
        />
      ) : (
        <div role="status" className={classes.ending}>
          <p>
            {own
              ? `${endings[own]}. Thank you. The ${asker} goes on.`
              : describeDecision(state, asked.decidedBy)}
          </p>
          {comment === '' ? null : <p className="break-anywhere pre-wrap below-4">{comment}</p>}
        </div>
      )}
    </AuthLayout>
  );
};

/** `/approvals/{token}`: the target of the link in the mail of an approval, open to everybody who has the link. */
export const ApprovalScreen = () => {
  const token = usePathParam('token');
  const query = useRead(approval, { params: { token } }, { staleTime: 0 });
  if (query.error)
    return (
      <AuthLayout title="Approval" description="An approval is opened by the link in its mail.">
        <ErrorState compact error={query.error} title="There is nothing to decide here" />
      </AuthLayout>
    );
  return <QueryView query={query}>{(asked) => <Approval token={token} asked={asked} />}</QueryView>;
};
