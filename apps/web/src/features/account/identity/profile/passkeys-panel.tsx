import { type Passkey, PasskeyName, passkeys } from '@atelier/contracts/account/identity/passkeys';
import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { formatAgo, formatDate } from '../../../../lib/format.ts';
import { useRead, useWrite } from '../../../../lib/query.ts';
import { ConfirmDialog } from '../../../../ui/feedback/confirm-dialog.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { toastSuccess } from '../../../../ui/feedback/toasts.tsx';
import { FormDialog } from '../../../../ui/forms/form-dialog.tsx';
import { useZodForm } from '../../../../ui/forms/use-zod-form.ts';
import { ActionsMenu } from '../../../../ui/layout/actions-menu.tsx';
import { Panel } from '../../../../ui/layout/panel.tsx';
import { canUsePasskeys, makePasskey } from '../passkey.ts';
import classes from './account.module.css';

const { endpoints } = passkeys;
const refreshes = [endpoints.list];
const NameForm = z.object({ name: PasskeyName });

const nameField = {
  label: 'Name',
  description: 'How you tell it from others, such as “Work laptop”.',
  maxLength: 60,
  'data-autofocus': true,
} as const;

const AddDialog = ({ onClose }: { onClose: () => void }) => {
  const client = useQueryClient();
  const form = useZodForm(NameForm, {
    defaultValues: { name: '' },
    onSubmit: async ({ name }) => {
      await makePasskey(name);
      await client.invalidateQueries({ queryKey: [endpoints.list.path] });
      toastSuccess('The passkey is ready');
      onClose();
    },
  });
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Add a passkey"
      description="Your browser asks you to unlock this device, a phone or a security key."
      form={form}
      submitLabel="Continue"
      size="sm"
    >
      <TextInput {...nameField} {...form.field('name')} />
    </FormDialog>
  );
};

const RenameDialog = ({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) => {
  const rename = useWrite(endpoints.rename, { refreshes, success: 'The passkey is renamed' });
  const form = useZodForm(NameForm, {
    defaultValues: { name: passkey.name },
    onSubmit: async (body) => {
      await rename.mutateAsync({ params: { id: passkey.passkeyId }, body });
      onClose();
    },
  });
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Rename the passkey"
      form={form}
      submitLabel="Rename"
      size="sm"
    >
      <TextInput {...nameField} {...form.field('name')} />
    </FormDialog>
  );
};

interface EntryProps {
  passkey: Passkey;
  onRename: () => void;
  onRemove: () => void;
}

const Entry = ({ passkey, onRename, onRemove }: EntryProps) => (
  <li className={`stack align-center ${classes.way}`}>
    <div>
      <div className="row-2 medium">{passkey.name}</div>
      <p className="note break-anywhere">
        since {formatDate(passkey.createdAt)} ·{' '}
        {passkey.lastUsedAt === null ? 'not used yet' : `last used ${formatAgo(passkey.lastUsedAt)}`}
        {passkey.isBackedUp ? ' · also kept by the vendor of the device' : ' · only on this device'}
      </p>
    </div>
    <ActionsMenu
      label={`Actions for ${passkey.name}`}
      actions={[
        { label: 'Rename', onRun: onRename },
        {
          label: 'Remove',
          danger: true,
          onRun: onRemove,
          ...(passkey.abilities.remove
            ? {}
            : { disabledBecause: 'It is your only way to sign in. Add another one first.' }),
        },
      ]}
    />
  </li>
);

const Empty = () => (
  <p className={`flat muted ${classes.none}`}>
    {canUsePasskeys()
      ? 'With a passkey you sign in by unlocking your device: nothing to remember, nothing to steal.'
      : 'This browser cannot create passkeys at this address. Open the server by its name, over https or on localhost.'}
  </p>
);

/** Lists the user's passkeys and lets them add or remove one. */
export const PasskeysPanel = () => {
  const query = useRead(endpoints.list, {});
  const [isAdding, setAdding] = useState(false);
  const [renaming, setRenaming] = useState<Passkey>();
  const [removing, setRemoving] = useState<Passkey>();
  const remove = useWrite(endpoints.remove, { refreshes, success: 'The passkey is removed' });
  return (
    <Panel
      flush
      title="Passkeys"
      actions={canUsePasskeys() ? <Button onClick={() => setAdding(true)}>Add a passkey</Button> : undefined}
    >
      <QueryView
        query={query}
        errorTitle="Your passkeys could not be read"
        isEmpty={({ passkeys: own }) => own.length === 0}
        empty={<Empty />}
      >
        {({ passkeys: own }) => (
          <ul className="bare">
            {own.map((passkey) => (
              <Entry
                key={passkey.passkeyId}
                passkey={passkey}
                onRename={() => setRenaming(passkey)}
                onRemove={() => setRemoving(passkey)}
              />
            ))}
          </ul>
        )}
      </QueryView>
      {isAdding ? <AddDialog onClose={() => setAdding(false)} /> : null}
      {renaming ? <RenameDialog passkey={renaming} onClose={() => setRenaming(undefined)} /> : null}
      <ConfirmDialog
        opened={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        title={`Remove “${removing?.name ?? ''}”?`}
        confirmLabel="Remove"
        onConfirm={() => remove.mutateAsync({ params: { id: removing?.passkeyId ?? '' } })}
      >
        It no longer opens your account. Delete it on your device too, so that it is not offered there.
      </ConfirmDialog>
    </Panel>
  );
};
