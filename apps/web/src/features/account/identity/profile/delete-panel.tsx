import { account, type TenantFate } from '@atelier/contracts/account/identity/account';
import { Button, PasswordInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useSession, useUser } from '../../../../lib/account/session.ts';
import { formatCount } from '../../../../lib/format.ts';
import { useRead } from '../../../../lib/query.ts';
import { call } from '../../../../lib/server/api.ts';
import { ConfirmDialog } from '../../../../ui/feedback/confirm-dialog.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { Panel } from '../../../../ui/layout/panel.tsx';
import { TextLink } from '../../../../ui/layout/text-link.tsx';

const describeFate = ({ tenantName, fate, otherMembers }: TenantFate): string =>
  ({
    deleted: `${tenantName} is deleted with its apps, knowledge bases, conversations and files: nobody else belongs to it.`,
    left: `You leave ${tenantName}. What you made there stays.`,
    keeps: `You own ${tenantName}, which has ${formatCount(otherMembers, 'other member')}.`,
  })[fate];

/** Lists what is deleted with the account. */
const Consequences = ({ tenants }: { tenants: TenantFate[] }) => (
  <>
    <ul className="flat indent">
      <li>Your profile, your ways to sign in, your sessions and your API keys are deleted.</li>
      {tenants.map((tenant) => (
        <li key={tenant.tenantId}>{describeFate(tenant)}</li>
      ))}
    </ul>
    <p className="margin-top-3">This cannot be undone.</p>
  </>
);

const Kept = ({ tenants }: { tenants: TenantFate[] }) => (
  <>
    <ul className="flat indent">
      {tenants.map((tenant) => (
        <li key={tenant.tenantId}>{describeFate(tenant)}</li>
      ))}
    </ul>
    <p className="margin-top-3">
      Hand {tenants.length === 1 ? 'it' : 'them'} over to another member, or delete{' '}
      {tenants.length === 1 ? 'it' : 'them'}, under <TextLink to="/settings/company">Company</TextLink>; then
      you can delete your account.
    </p>
  </>
);

interface DeleteDialogProps {
  hasPassword: boolean;
  tenants: TenantFate[];
  onClose: () => void;
}

const DeleteDialog = ({ hasPassword, tenants, onClose }: DeleteDialogProps) => {
  const { email } = useUser();
  const { end } = useSession();
  const [password, setPassword] = useState('');
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title="Delete your account?"
      confirmLabel="Delete account"
      typed={email}
      onConfirm={async () => {
        await call(account.endpoints.deleteAccount, {
          body: { email, ...(hasPassword ? { password } : {}) },
        });
        await end();
      }}
    >
      <Consequences tenants={tenants} />
      {hasPassword ? (
        <PasswordInput
          mt="md"
          label="Your password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
      ) : null}
    </ConfirmDialog>
  );
};

/** Deletes the account. Lists what is deleted with it, or what prevents the deletion. */
export const DeletePanel = ({ hasPassword }: { hasPassword: boolean }) => {
  const query = useRead(account.endpoints.previewDeletion, {});
  const [opened, { open, close }] = useDisclosure();
  return (
    <Panel title="Delete account">
      <QueryView query={query} errorTitle="What belongs to your account could not be read">
        {({ tenants }) => {
          const kept = tenants.filter(({ fate }) => fate === 'keeps');
          if (kept.length > 0) return <Kept tenants={kept} />;
          return (
            <>
              <Consequences tenants={tenants} />
              <div className="wrap-2 above-4">
                <Button color="red" variant="outline" onClick={open}>
                  Delete account
                </Button>
              </div>
              {opened ? <DeleteDialog hasPassword={hasPassword} tenants={tenants} onClose={close} /> : null}
            </>
          );
        }}
      </QueryView>
    </Panel>
  );
};
