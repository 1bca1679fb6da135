import type { Flow } from '@atelier/contracts/build/flows/flow-model';
import type { FlowContent } from '@atelier/contracts/build/flows/flow-shapes';
import { readFlow } from '@atelier/flows';
import { useEffect, useEffectEvent, useState } from 'react';
import { useProposeChange, useProposeFlow } from '../api.ts';
import type { Editing } from '../editing/use-editor.ts';
import { forgetSentence, handedSentence } from '../model/handed-sentence.ts';
import { newFlowName } from '../model/new-flow-name.ts';

const isEmpty = ({ first, triggers }: Flow): boolean =>
  first === null && triggers.every(({ settings }) => settings === null);

/** Keeps the name that the user gave to an empty flow. */
const named = (flow: Flow, displayName: string): Flow =>
  displayName === newFlowName ? flow : { ...flow, displayName };

/**
 * A flow, or a change of the flow, that a model proposes. It is shown until the user accepts or discards it; only accepting changes the
 * flow. While a change is being thought about, the flow stays as it is.
 */
export const useProposal = ({ editor, state, saved }: Editing, isReadOnly: boolean) => {
  const { flowId } = saved;
  const proposing = useProposeFlow();
  const changing = useProposeChange();
  const [flow, setFlow] = useState<Flow>();
  const [sentence, setSentence] = useState(() => handedSentence(flowId));
  const [wish, setWish] = useState('');
  const [isOpen, setOpen] = useState(false);
  const isChange = !isEmpty(state.flow);
  const { isPending: isBusy, error } = isChange ? changing : proposing;
  const show = ({ content }: { content: FlowContent }) => setFlow(readFlow(content).flow);
  const propose = (wanted: string) => proposing.mutate({ body: { sentence: wanted } }, { onSuccess: show });
  const proposeChange = async (wanted: string) => {
    if (!(await editor.saveNow())) return;
    changing.mutate({ params: { id: flowId }, body: { sentence: wanted } }, { onSuccess: show });
  };
  const ask = (wanted: string) => {
    if (isChange) {
      setWish(wanted);
      void proposeChange(wanted);
    } else {
      setSentence(wanted);
      propose(wanted);
    }
  };
  const askForHanded = useEffectEvent(() => {
    const handed = handedSentence(flowId);
    forgetSentence(flowId);
    if (handed !== '' && !isReadOnly) propose(handed);
  });
  // The sentence was written on another screen.
  useEffect(() => askForHanded(), []);
  const close = () => {
    setOpen(false);
    setWish('');
    changing.reset();
  };
  const accept = () => {
    if (!flow) return;
    const accepted = isChange ? flow : named(flow, state.flow.displayName);
    if (!editor.change([{ type: 'REPLACE_FLOW', flow: accepted }])) return;
    setFlow(undefined);
    close();
  };
  return {
    /** The proposed flow; undefined when there is none. */
    flow,
    /** The flow that would be changed; undefined for an empty one. */
    before: isChange ? state.flow : undefined,
    isOffered: !isReadOnly && (isOpen || !isChange),
    /** True while a change is thought about. */
    isFixed: isChange && isBusy,
    sentence: isChange ? wish : sentence,
    ask,
    isBusy,
    error,
    accept,
    discard: () => setFlow(undefined),
    open: () => setOpen(true),
    close,
  };
};

export type ProposalState = ReturnType<typeof useProposal>;
