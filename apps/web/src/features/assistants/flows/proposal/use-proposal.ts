import type { Flow } from '@atelier/contracts/assistants/flows/flow-model';
import type { FlowContent } from '@atelier/contracts/assistants/flows/flow-shapes';
import { readFlow } from '@atelier/flows';
import { useEffect, useEffectEvent, useState } from 'react';
import { useProposeChange, useProposeFlow } from '../api.ts';
import type { Editing } from '../editing/use-editor.ts';
import { forgetSentence, handedSentence } from '../model/handed-sentence.ts';
import { isEmptyFlow, newFlowName } from '../model/new-flow.ts';

/** Keeps the name that the user gave to an empty flow. */
const named = (flow: Flow, displayName: string): Flow =>
  displayName === newFlowName ? flow : { ...flow, displayName };

type Show = (reply: { content: FlowContent }) => void;

/** Asks for a flow in the place of an empty one. */
const useNewFlow = (flowId: string, isReadOnly: boolean, onSuccess: Show) => {
  const [sentence, setSentence] = useState(() => handedSentence(flowId));
  const { mutate, isPending: isBusy, error } = useProposeFlow();
  const propose = (wanted: string) => mutate({ body: { sentence: wanted } }, { onSuccess });
  const askForHanded = useEffectEvent(() => {
    const handed = handedSentence(flowId);
    forgetSentence(flowId);
    if (handed !== '' && !isReadOnly) propose(handed);
  });
  // The sentence was written on another screen.
  useEffect(() => askForHanded(), []);
  const ask = (wanted: string) => {
    setSentence(wanted);
    propose(wanted);
  };
  return { sentence, ask, isBusy, error };
};

/** Asks for a change of a flow that has steps. */
const useChange = ({ editor, saved }: Editing, onSuccess: Show) => {
  const [sentence, setSentence] = useState('');
  const [isOpen, setOpen] = useState(false);
  const { mutate, reset, isPending: isBusy, error } = useProposeChange();
  const propose = async (wanted: string) => {
    if (!(await editor.saveNow())) return;
    mutate({ params: { id: saved.flowId }, body: { sentence: wanted } }, { onSuccess });
  };
  const ask = (wanted: string) => {
    setSentence(wanted);
    void propose(wanted);
  };
  const close = () => {
    setOpen(false);
    setSentence('');
    reset();
  };
  return { sentence, ask, isBusy, error, isOpen, open: () => setOpen(true), close };
};

/**
 * A flow, or a change of the flow, that a model proposes. It is shown until the user accepts or discards it; only accepting changes the
 * flow. While a change is being thought about, the flow stays as it is.
 */
export const useProposal = (editing: Editing, isReadOnly: boolean) => {
  const { editor, state, saved } = editing;
  const [flow, setFlow] = useState<Flow>();
  const show: Show = ({ content }) => setFlow(readFlow(content).flow);
  const isChange = !isEmptyFlow(state.flow);
  const newFlow = useNewFlow(saved.flowId, isReadOnly, show);
  const change = useChange(editing, show);
  const { sentence, ask, isBusy, error } = isChange ? change : newFlow;
  const accept = () => {
    if (!flow) return;
    const accepted = isChange ? flow : named(flow, state.flow.displayName);
    if (!editor.change([{ type: 'REPLACE_FLOW', flow: accepted }])) return;
    setFlow(undefined);
    change.close();
  };
  return {
    /** The proposed flow; undefined when there is none. */
    flow,
    /** The flow that would be changed; undefined for an empty one. */
    before: isChange ? state.flow : undefined,
    isOffered: !isReadOnly && (change.isOpen || !isChange),
    /** True while a change is thought about. */
    isFixed: isChange && isBusy,
    ...{ sentence, ask, isBusy, error, accept },
    discard: () => setFlow(undefined),
    open: change.open,
    close: change.close,
  };
};

export type ProposalState = ReturnType<typeof useProposal>;
