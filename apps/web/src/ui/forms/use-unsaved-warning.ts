import { useBlocker } from '@tanstack/react-router';

/**
 * Waits until the key press with which the user leaves is over, because the question listens for Escape too and would treat this press as
 * an answer.
 */
const afterThisKey = () => new Promise<boolean>((resolve) => setTimeout(() => resolve(true)));

/**
 * Asks before the user leaves a page with unsaved changes, whether inside the product or out of it. With `onPath`, a change of
 * the query does not count, because the steps of a wizard keep the input.
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
