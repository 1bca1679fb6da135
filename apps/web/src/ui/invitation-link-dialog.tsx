import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { CopyButton } from './content/copy-button.tsx';
import { describeError } from './feedback/describe-error.ts';
import { FormFailure } from './feedback/form-failure.tsx';

interface InvitationLinkDialogProps {
  /** The address that was invited. */
  email: string;
  /** Undefined until the server has made the link. */
  link: string | undefined;
  error: Error | null;
  onClose: () => void;
}

/** Shows the link of an invitation on a server without mail (TENANT-17). */
export const InvitationLinkDialog = ({ email, link, error, onClose }: InvitationLinkDialogProps) => (
  <Modal opened onClose={onClose} title={`Invitation for ${email}`} size="lg">
    <Stack>
      <p>
        This server sends no mail, so please pass the link on yourself. It works once, until the invitation
        expires. Anybody who has it can accept in the name of this address, so give it to nobody else.
      </p>
      <FormFailure failure={error ? describeError(error) : undefined} />
      {link === undefined ? null : (
        <TextInput
          label="Invitation link"
          value={link}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Done
        </Button>
        {link === undefined ? null : <CopyButton withText isMain value={link} label="Copy invitation link" />}
      </Group>
    </Stack>
  </Modal>
);
