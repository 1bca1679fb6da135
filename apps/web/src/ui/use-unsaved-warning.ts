import { useBlocker } from '@tanstack/react-router';

/** Asks before a page with unsaved changes is left, within the product and out of it. */
export const useUnsavedWarning = (
  isDirty: boolean,
): { isAsking: boolean; leave: () => void; stay: () => void } => {
  const blocker = useBlocker({
    shouldBlockFn: () => isDirty,
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  return {
    isAsking: blocker.status === 'blocked',
    leave: () => blocker.proceed?.(),
    stay: () => blocker.reset?.(),
  };
};
