import { Button, Group, Modal, Text } from '@mantine/core';
import { useUnsavedWarning } from './use-unsaved-warning.ts';

/** Asks before a page with unsaved changes is left; draws nothing until then. */
export const LeaveQuestion = ({ isDirty, onPath = false }: { isDirty: boolean; onPath?: boolean }) => {
  const { isAsking, leave, stay } = useUnsavedWarning(isDirty, { onPath });
  return (
    <Modal opened={isAsking} onClose={stay} title="Leave without saving?" size="sm">
      <Text c="dimmed" size="sm">
        What you entered has not been saved.
      </Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={stay} data-autofocus>
          Stay
        </Button>
        <Button color="red" onClick={leave}>
          Leave
        </Button>
      </Group>
    </Modal>
  );
};
