import { useEffect } from 'react';

let open = 0;

/** Whether anything was entered on this page that is not saved yet. */
export const hasUnsavedWork = (): boolean => open > 0;

/** Counts a form among what would be lost, as long as it holds something that was not saved. */
export const useUnsavedWork = (isDirty: boolean): void =>
  useEffect(() => {
    if (!isDirty) return undefined;
    open += 1;
    return () => {
      open -= 1;
    };
  }, [isDirty]);
