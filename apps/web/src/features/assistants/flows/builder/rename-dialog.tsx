import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';

interface RenameDialogProps {
  name: string;
  onRename: (name: string) => void;
  onClose: () => void;
}

export const RenameDialog = ({ name, onRename, onClose }: RenameDialogProps) => {
  const [typed, setTyped] = useState(name);
  const [isTried, setTried] = useState(false);
  const isEmpty = typed.trim() === '';
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    setTried(true);
    if (isEmpty) return;
    onRename(typed.trim());
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title="Rename the flow" size="sm">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            data-autofocus
            label="Name"
            maxLength={150}
            value={typed}
            error={isTried && isEmpty ? 'Please enter a name.' : undefined}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit">Rename</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
};
