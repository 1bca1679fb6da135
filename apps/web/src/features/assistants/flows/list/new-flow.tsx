import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { describeError } from '../../../../ui/feedback/describe-error.ts';
import { toastError } from '../../../../ui/feedback/toasts.tsx';
import { readTemplate, useCreateFlow } from '../api.ts';
import { handSentence } from '../model/handed-sentence.ts';
import { newFlowName } from '../model/new-flow.ts';

/** Makes a flow, empty, from a template or to be described, and opens it. */
export const useNewFlow = () => {
  const create = useCreateFlow();
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const make = async ({ templateId, sentence }: { templateId?: string; sentence?: string }) => {
    setBusy(true);
    try {
      const content =
        templateId === undefined ? { displayName: newFlowName } : (await readTemplate(templateId)).content;
      const { flowId } = await create.mutateAsync({ body: content });
      if (sentence !== undefined) handSentence(flowId, sentence);
      await navigate({ to: `/flows/${flowId}` });
    } catch (error) {
      toastError(describeError(error).message);
    } finally {
      setBusy(false);
    }
  };
  return {
    make: (templateId?: string) => void make(templateId === undefined ? {} : { templateId }),
    describe: (sentence: string) => void make({ sentence }),
    isBusy,
  };
};
