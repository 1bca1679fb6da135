import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { describeError } from '../../../../ui/feedback/describe-error.ts';
import { toastError } from '../../../../ui/feedback/toasts.tsx';
import { readTemplate, useCreateFlow } from '../api.ts';

/** Makes a flow, empty or from a template, and opens it. */
export const useNewFlow = () => {
  const create = useCreateFlow();
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const make = async (templateId?: string) => {
    setBusy(true);
    try {
      const content =
        templateId === undefined ? { displayName: 'New flow' } : (await readTemplate(templateId)).content;
      const { flowId } = await create.mutateAsync({ body: content });
      await navigate({ to: `/flows/${flowId}` });
    } catch (error) {
      toastError(describeError(error).message);
    } finally {
      setBusy(false);
    }
  };
  return { make: (templateId?: string) => void make(templateId), isBusy };
};
