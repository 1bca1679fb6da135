import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { type ReactNode, type SyntheticEvent, useState } from 'react';
import { FormFailure, type FormProblem } from '../feedback/form-failure.tsx';

/** The part of a form that a dialog needs; every `ZodForm` has it. */
interface DialogForm {
  isDirty: boolean;
  isSubmitting: boolean;
  failure: FormProblem | undefined;
  submit: (event: SyntheticEvent) => void;
  reset: () => void;
}

interface FormDialogProps {
  title: string;
  description?: ReactNode;
  opened: boolean;
  onClose: () => void;
  form: DialogForm;
  submitLabel: string;
  size?: 'sm' | 'md' | 'lg' | 'xl';
  children: ReactNode;
}

/** Asks before changes are discarded. It is shown over the dialog that holds them. */
const DiscardQuestion = ({
  opened,
  onKeep,
  onDiscard,
}: {
  opened: boolean;
  onKeep: () => void;
  onDiscard: () => void;
}) => (
  <Modal opened={opened} onClose={onKeep} title="Discard your changes?" size="sm" zIndex={210}>
    <Text c="dimmed" size="sm">
      What you entered has not been saved.
    </Text>
    <Group justify="flex-end" mt="lg" gap="xs">
      <Button variant="default" onClick={onKeep} data-autofocus>
        Keep editing
      </Button>
      <Button color="red" onClick={onDiscard}>
        Discard
      </Button>
    </Group>
  </Modal>
);

/** A form in a dialog. It closes only through `onClose`, and asks first when the user has entered something. */
export const FormDialog = (props: FormDialogProps) => {
  const { title, description, opened, onClose, form, submitLabel, size = 'md', children } = props;
  const [asking, setAsking] = useState(false);
  const close = () => {
    setAsking(false);
    form.reset();
    onClose();
  };
  const tryToClose = () => {
    if (form.isSubmitting || asking) return;
    if (!form.isDirty) return close();
    // Waits until this key press is over, because the question listens for Escape too and would treat this press as an answer.
    setTimeout(() => setAsking(true));
  };
  return (
    <>
      <Modal opened={opened} onClose={tryToClose} title={title} size={size}>
        <form onSubmit={form.submit} noValidate>
          <Stack gap="md">
            {description === undefined ? null : (
              <Text c="dimmed" size="sm">
                {description}
              </Text>
            )}
            {children}
            <FormFailure failure={form.failure} />
            <Group justify="flex-end" gap="xs" mt="xs">
              <Button variant="default" onClick={tryToClose} disabled={form.isSubmitting}>
                Cancel
              </Button>
              <Button type="submit" loading={form.isSubmitting}>
                {submitLabel}
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
      <DiscardQuestion opened={opened && asking} onKeep={() => setAsking(false)} onDiscard={close} />
    </>
  );
};
