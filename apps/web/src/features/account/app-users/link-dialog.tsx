import type { AppUserAccess } from '@atelier/contracts/account/app-users/app-users';
import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useEffect } from 'react';
import { CopyButton } from '../../../ui/content/copy-button.tsx';
import { describeError } from '../../../ui/feedback/describe-error.ts';
import { FormFailure } from '../../../ui/feedback/form-failure.tsx';
import { useAppInvitationLink } from './api.ts';

/** Shows the link of an invitation on a server without mail. Each showing makes the previous link invalid. */
export const LinkDialog = ({ access, onClose }: { access: AppUserAccess; onClose: () => void }) => {
  const { mutate, data, error } = useAppInvitationLink();
  // Opening the dialog is how the user asks for a link, so it is made at once.
  useEffect(() => mutate({ params: { id: access.accessId }, body: {} }), [mutate, access.accessId]);
  return (
    <Modal opened onClose={onClose} title={`Invitation for ${access.email}`} size="lg">
      <Stack>
        <p>
          This server sends no mail, so please pass the link on yourself. It works once. Anybody who has it
          can accept in the name of this address, so give it to nobody else.
        </p>
        <FormFailure failure={error ? describeError(error) : undefined} />
        {data ? (
          <TextInput
            label="Invitation link"
            value={data.link}
            readOnly
            onFocus={(event) => event.currentTarget.select()}
          />
        ) : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Done
          </Button>
          {data ? <CopyButton withText isMain value={data.link} label="Copy invitation link" /> : null}
        </Group>
      </Stack>
    </Modal>
  );
};
