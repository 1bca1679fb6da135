import { mayAskInviter } from '@atelier/contracts/account/people/invited-by';
import { RenamedTenant, type TenantDetails } from '@atelier/contracts/account/people/people';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useMay, useUser } from '../../../../lib/account/session.ts';
import { formatDate } from '../../../../lib/format.ts';
import { SettingsPage } from '../../../../lib/settings-page.tsx';
import { Facts } from '../../../../ui/content/facts.tsx';
import { ConfirmDialog } from '../../../../ui/feedback/confirm-dialog.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { FormDialog } from '../../../../ui/forms/form-dialog.tsx';
import { useZodForm } from '../../../../ui/forms/use-zod-form.ts';
import { Panel } from '../../../../ui/layout/panel.tsx';
import { useLeaveTenant, useRenameTenant, useTenant } from '../api.ts';
import { roleWords } from '../model/role-words.ts';
import classes from '../people.module.css';
import { AskForAccess } from '../users/ask-for-access.tsx';
import { DeleteTenantDialog } from './delete-tenant-dialog.tsx';
import { TransferDialog } from './transfer-dialog.tsx';

const RenameDialog = ({ name, onClose }: { name: string; onClose: () => void }) => {
  const { tenantId } = useUser();
  const rename = useRenameTenant();
  const form = useZodForm(RenamedTenant, {
    defaultValues: { tenantName: name },
    onSubmit: async (body) => {
      await rename.mutateAsync({ params: { id: tenantId }, body });
      onClose();
    },
  });
  return (
    <FormDialog opened title="Rename the company" onClose={onClose} form={form} submitLabel="Rename">
      <TextInput
        label="Company name"
        autoComplete="organization"
        data-autofocus
        {...form.field('tenantName')}
      />
    </FormDialog>
  );
};

const LeaveTenantDialog = ({ companyName, onClose }: { companyName: string; onClose: () => void }) => {
  const { tenantId } = useUser();
  const leave = useLeaveTenant();
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Leave ${companyName}?`}
      confirmLabel="Leave"
      onConfirm={() => leave.mutateAsync({ params: { id: tenantId } })}
    >
      <div className={classes.consequences}>
        <p>Your API key here stops working, and your access is revoked. Everything that you created stays.</p>
        <p>You continue in your own company. If you have none yet, one is created for you.</p>
      </div>
    </ConfirmDialog>
  );
};

interface TenantProps {
  tenant: TenantDetails;
}

/** A panel with one button that opens a dialog. */
const DialogPanel = ({
  title,
  text,
  button,
  danger = false,
  children,
}: {
  title: string;
  text: string;
  button: string;
  danger?: boolean;
  children: (onClose: () => void) => React.ReactNode;
}) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel title={title}>
      <p>{text}</p>
      <Button
        variant={danger ? 'outline' : 'default'}
        color={danger ? 'red' : 'ink'}
        onClick={() => setOpen(true)}
      >
        {button}
      </Button>
      {isOpen ? children(() => setOpen(false)) : null}
    </Panel>
  );
};

const About = ({ tenant }: TenantProps) => {
  const mayRename = useMay()('tenant:write');
  const [isRenaming, setRenaming] = useState(false);
  return (
    <Panel
      title="About"
      actions={
        mayRename ? (
          <Button variant="default" onClick={() => setRenaming(true)}>
            Rename
          </Button>
        ) : undefined
      }
    >
      <Facts
        layout="beside"
        facts={[
          ['Name', tenant.companyName],
          ['Owner', `${tenant.firstName} (${tenant.email})`],
          ['Founded', formatDate(tenant.createdAt)],
          ['Your role', `${roleWords[tenant.role].name}. ${roleWords[tenant.role].may}`],
        ]}
      />
      {isRenaming ? <RenameDialog name={tenant.tenantName} onClose={() => setRenaming(false)} /> : null}
    </Panel>
  );
};

const OwnerPanels = ({ tenant }: TenantProps) => (
  <>
    <DialogPanel
      title="Ownership"
      text="Only the owner can delete the company or hand it over. The new owner must already be a member; you stay as an admin."
      button="Transfer ownership"
    >
      {(onClose) => <TransferDialog companyName={tenant.tenantName} onClose={onClose} />}
    </DialogPanel>
    <DialogPanel
      title="Delete the company"
      text="Everything in it is deleted permanently: apps, knowledge bases, files, conversations, credits."
      button="Delete company"
      danger
    >
      {(onClose) => <DeleteTenantDialog companyName={tenant.tenantName} onClose={onClose} />}
    </DialogPanel>
  </>
);

const MemberPanels = ({ tenant }: TenantProps) => {
  const user = useUser();
  return (
    <>
      {mayAskInviter(user) ? (
        <Panel title="More access">
          <p>
            You see the apps and knowledge bases that you were given. Ask the person who invited you for more.
          </p>
          <AskForAccess />
        </Panel>
      ) : null}
      <DialogPanel
        title="Leave the company"
        text="You continue in your own company. To come back you need a new invitation."
        button="Leave company"
        danger
      >
        {(onClose) => <LeaveTenantDialog companyName={tenant.tenantName} onClose={onClose} />}
      </DialogPanel>
    </>
  );
};

/** `/settings/company`: the name and the owner of the tenant, and the ways to leave or delete it. */
export const TenantScreen = () => {
  const tenant = useTenant();
  const owns = useMay()('tenant:own');
  return (
    <SettingsPage title="Company" description="The company that you are working in.">
      <QueryView query={tenant} skeleton="cards" errorTitle="The company could not be loaded">
        {(data) => (
          <div className={`stack-5 ${classes.panels}`}>
            <About tenant={data} />
            {owns ? <OwnerPanels tenant={data} /> : <MemberPanels tenant={data} />}
          </div>
        )}
      </QueryView>
    </SettingsPage>
  );
};
