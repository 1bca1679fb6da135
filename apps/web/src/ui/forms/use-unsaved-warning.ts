import { useBlocker } from '@tanstack/react-router';

/** After the key press that leaves: the question listens for Escape too and would take it for its answer. */
const afterThisKey = () => new Promise<boolean>((resolve) => setTimeout(() => resolve(true)));

/**
 * Asks before a page with unsaved changes is left, within the product and out of it. `onPath` alone: a change of the
 * query keeps what was entered, as the steps of a wizard do.
 */
export const useUnsavedWarning = (
  isDirty: boolean,
  { onPath = false }: { onPath?: boolean } = {},
): { isAsking: boolean; leave: () => void; stay: () => void } => {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isDirty && !(onPath && current.pathname === next.pathname) && afterThisKey(),
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  return {
    isAsking: blocker.status === 'blocked',
    leave: () => blocker.proceed?.(),
    stay: () => blocker.reset?.(),
  };
};
