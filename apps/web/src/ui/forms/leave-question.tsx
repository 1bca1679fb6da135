import { Button, Group, Modal, Text } from '@mantine/core';
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
const useUnsavedWarning = (
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

/** Keeps Escape for the question alone; a panel below it listens for the key too. */
const own = { 'data-mantine-stop-propagation': true };

/** Asks before the user leaves a page with unsaved changes; draws nothing until then. */
export const LeaveQuestion = ({ isDirty, onPath = false }: { isDirty: boolean; onPath?: boolean }) => {
  const { isAsking, leave, stay } = useUnsavedWarning(isDirty, { onPath });
  return (
    <Modal opened={isAsking} onClose={stay} title="Leave without saving?" size="sm" withCloseButton={false}>
      <Text c="dimmed" size="sm">
        What you entered has not been saved.
      </Text>
      <Group justify="flex-end" mt="lg" gap="xs" onKeyDown={({ key }) => key === 'Escape' && stay()}>
        <Button variant="default" onClick={stay} data-autofocus {...own}>
          Stay
        </Button>
        <Button color="red" onClick={leave} {...own}>
          Leave
        </Button>
      </Group>
    </Modal>
  );
};
