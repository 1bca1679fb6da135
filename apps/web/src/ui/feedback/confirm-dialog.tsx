import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { type ReactNode, type SyntheticEvent, useState } from 'react';
import { describeError, type ErrorDescription } from './describe-error.ts';
import { FormFailure } from './form-failure.tsx';

interface ConfirmDialogProps {
  opened: boolean;
  onClose: () => void;
  /** A question that names the object: "Delete “Handbook”?". */
  title: string;
  /** Names everything that is deleted along with the object, and says whether it can be restored. */
  children: ReactNode;
  /** The verb from the title: "Delete". */
  confirmLabel: string;
  onConfirm: () => unknown;
  danger?: boolean;
  /** A word that the user must type first, for actions that cannot be undone. */
  typed?: string;
}

/** Asks for confirmation, stays open while the action runs, and shows a failure. */
export const ConfirmDialog = (props: ConfirmDialogProps) => {
  const { opened, onClose, title, children, confirmLabel, onConfirm, danger = true, typed } = props;
  const [entered, setEntered] = useState('');
  const [isRunning, setRunning] = useState(false);
  const [failure, setFailure] = useState<ErrorDescription>();
  const close = () => {
    if (isRunning) return;
    setEntered('');
    setFailure(undefined);
    onClose();
  };
  const confirm = async (event: SyntheticEvent) => {
    event.preventDefault();
    setRunning(true);
    setFailure(undefined);
    try {
      await onConfirm();
      setEntered('');
      onClose();
    } catch (error) {
      setFailure(describeError(error));
    } finally {
      setRunning(false);
    }
  };
  return (
    <Modal opened={opened} onClose={close} title={title} size="md">
      <form onSubmit={confirm}>
        <Stack gap="md">
          <div>{children}</div>
          {typed === undefined ? null : (
            <TextInput
              label={`Type ${typed} to confirm`}
              value={entered}
              onChange={(event) => setEntered(event.currentTarget.value)}
              autoComplete="off"
              data-autofocus
            />
          )}
          <FormFailure failure={failure} />
          <Group justify="flex-end" gap="xs">
            <Button
              variant="default"
              onClick={close}
              disabled={isRunning}
              data-autofocus={typed === undefined || undefined}
            >
              Cancel
            </Button>
            <Button
              type="submit"
              color={danger ? 'red' : 'ink'}
              loading={isRunning}
              disabled={typed !== undefined && entered !== typed}
            >
              {confirmLabel}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
};
