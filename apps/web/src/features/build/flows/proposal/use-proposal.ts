import type { Flow } from '@atelier/contracts/build/flows/flow-model';
import { readFlow } from '@atelier/flows';
import { useEffect, useEffectEvent, useState } from 'react';
import { useProposeFlow } from '../api.ts';
import type { Editing } from '../editing/use-editor.ts';
import { forgetSentence, handedSentence } from '../model/handed-sentence.ts';
import { newFlowName } from '../model/new-flow-name.ts';

const isEmpty = ({ first, triggers }: Flow): boolean =>
  first === null && triggers.every(({ settings }) => settings === null);

/** A flow that a model proposes for an empty one. It is shown until the user accepts or discards it; only accepting changes the flow. */
export const useProposal = ({ editor, state, saved }: Editing, isReadOnly: boolean) => {
  const proposing = useProposeFlow();
  const [flow, setFlow] = useState<Flow>();
  const [sentence, setSentence] = useState(() => handedSentence(saved.flowId));
  const propose = (wanted: string) =>
    proposing.mutate(
      { body: { sentence: wanted } },
      { onSuccess: ({ content }) => setFlow(readFlow(content).flow) },
    );
  const ask = (wanted: string) => {
    setSentence(wanted);
    propose(wanted);
  };
  const askForHanded = useEffectEvent(() => {
    const handed = handedSentence(saved.flowId);
    forgetSentence(saved.flowId);
    if (handed !== '' && !isReadOnly) propose(handed);
  });
  // The sentence was written on another screen.
  useEffect(() => askForHanded(), []);
  const accept = () => {
    const { displayName } = state.flow;
    const named = flow && {
      ...flow,
      displayName: displayName === newFlowName ? flow.displayName : displayName,
    };
    if (named && editor.change([{ type: 'REPLACE_FLOW', flow: named }])) setFlow(undefined);
  };
  return {
    /** The proposed flow; undefined when there is none. */
    flow,
    isOffered: !isReadOnly && isEmpty(state.flow),
    sentence,
    ask,
    isBusy: proposing.isPending,
    error: proposing.error,
    accept,
    discard: () => setFlow(undefined),
  };
};

export type ProposalState = ReturnType<typeof useProposal>;
