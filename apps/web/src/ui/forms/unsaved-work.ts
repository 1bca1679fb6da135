import { useEffect } from 'react';

let open = 0;

/** Returns true while this page holds input that is not saved yet. */
export const hasUnsavedWork = (): boolean => open > 0;

/** Registers a form as unsaved work while `isDirty` is true. */
export const useUnsavedWork = (isDirty: boolean): void =>
  useEffect(() => {
    if (!isDirty) return undefined;
    open += 1;
    return () => {
      open -= 1;
    };
  }, [isDirty]);
