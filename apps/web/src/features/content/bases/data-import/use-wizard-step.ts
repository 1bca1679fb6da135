import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useUrlWords } from '../../../../ui/behaviour/use-url-state.ts';

interface WizardStart {
  /** The index of the furthest step that may be shown at first. */
  reachedAtFirst: number;
  isBegun: boolean;
}

/** Keeps the step of a wizard in the address, so that the browser's back and forward buttons move between steps. */
export const useWizardStep = (ids: readonly string[], { reachedAtFirst, isBegun }: WizardStart) => {
  const [{ step }] = useUrlWords(['step']);
  const navigate = useNavigate();
  const [reached, setReached] = useState(reachedAtFirst);
  const named = Math.max(ids.indexOf(step), 0);
  const active = isBegun ? ids.length - 1 : Math.min(named, reached);
  const showInAddress = (index: number, replace: boolean) =>
    void navigate({
      to: '.',
      replace,
      search: (before: Record<string, unknown>) => ({ ...before, step: ids[index] }),
    });
  // An address may name a step whose previous steps are no longer filled in.
  useEffect(() => {
    if (!isBegun && named > reached) showInAddress(reached, true);
  });
  return {
    active,
    reached,
    onChange: (index: number) => {
      setReached(Math.max(reached, index));
      showInAddress(index, false);
    },
  };
};
