import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useUrlWords } from '../../../ui/use-url-state.ts';

/** The step of a wizard as a word of the address, so that back and forward of the browser go through the steps. */
export const useWizardStep = (ids: readonly string[], isBegun: boolean) => {
  const [{ step }] = useUrlWords(['step']);
  const navigate = useNavigate();
  const [reached, setReached] = useState(0);
  const named = Math.min(Math.max(ids.indexOf(step), 0), reached);
  return {
    active: isBegun ? ids.length - 1 : named,
    onChange: (index: number) => {
      setReached(Math.max(reached, index));
      void navigate({
        to: '.',
        search: (before: Record<string, unknown>) => ({ ...before, step: ids[index] }),
      });
    },
  };
};
