import type { FlowDetails, FlowLine, FlowRemoval } from '@atelier/contracts/assistants/flows/flow-shapes';
import { useState } from 'react';
import { DeleteConsequences } from '../../../../ui/content/delete-consequences.tsx';
import { ConfirmDialog } from '../../../../ui/feedback/confirm-dialog.tsx';
import { readFlowRemoval, useSwitchFlow } from '../api.ts';

type Switched = Pick<FlowLine, 'flowId' | 'displayName'>;

/** Switches flows on and off. Before one goes off that apps answer through, it names them. */
export const useSwitching = (onSwitched: (reply: FlowDetails) => void) => {
  const change = useSwitchFlow();
  const [asking, setAsking] = useState<{ flow: Switched; answers: FlowRemoval['answers'] }>();
  const [isReading, setReading] = useState(false);
  const put = async ({ flowId }: Switched, status: 'ENABLED' | 'DISABLED') =>
    onSwitched(await change.mutateAsync({ params: { id: flowId }, body: { status } }));
  const switchOff = async (flow: Switched) => {
    setReading(true);
    // A failure to read this must not keep anybody from stopping a flow.
    const removal = await readFlowRemoval(flow.flowId).catch(() => undefined);
    setReading(false);
    if (removal && removal.answers.length > 0) setAsking({ flow, answers: removal.answers });
    else await put(flow, 'DISABLED');
  };
  const question = asking ? (
    <ConfirmDialog
      opened
      onClose={() => setAsking(undefined)}
      title={`Switch off “${asking.flow.displayName}”?`}
      confirmLabel="Switch off"
      onConfirm={() => put(asking.flow, 'DISABLED')}
    >
      <DeleteConsequences>
        {asking.answers.map(({ appId, name }) => (
          <li key={appId}>The app “{name}” answers through it and answers nothing while it is off.</li>
        ))}
      </DeleteConsequences>
    </ConfirmDialog>
  ) : null;
  return {
    // A failure has been shown already.
    switchTo: (flow: Switched, isOn: boolean) =>
      void (isOn ? put(flow, 'ENABLED') : switchOff(flow)).catch(() => undefined),
    isBusy: change.isPending || isReading,
    question,
  };
};
