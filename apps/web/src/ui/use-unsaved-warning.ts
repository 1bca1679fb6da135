import { useBlocker } from '@tanstack/react-router';

/**
 * Asks before a page with unsaved changes is left, within the product and out of it. `onPath` alone: a change of the
 * query keeps what was entered, as the steps of a wizard do.
 */
export const useUnsavedWarning = (
  isDirty: boolean,
  { onPath = false }: { onPath?: boolean } = {},
): { isAsking: boolean; leave: () => void; stay: () => void } => {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && !(onPath && current.pathname === next.pathname),
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  return {
    isAsking: blocker.status === 'blocked',
    leave: () => blocker.proceed?.(),
    stay: () => blocker.reset?.(),
  };
};
