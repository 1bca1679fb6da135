import { Button, Group, Modal, Text } from '@mantine/core';
import { useUnsavedWarning } from './use-unsaved-warning.ts';

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
