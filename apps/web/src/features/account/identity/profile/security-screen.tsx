import { account } from '@atelier/contracts/account/identity/account';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useRead } from '../../../../lib/query.ts';
import { SettingsPage } from '../../../../lib/settings-page.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { Panel } from '../../../../ui/layout/panel.tsx';
import { ChangePasswordDialog } from '../passwords/change-password.tsx';
import classes from './account.module.css';
import { LinkedAccountsPanel } from './linked-accounts-panel.tsx';
import { PasskeysPanel } from './passkeys-panel.tsx';
import { SecondFactorPanel } from './second-factor-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';

/** Changes the password of a user who has one. */
const PasswordPanel = ({ hasPassword }: { hasPassword: boolean }) => {
  const [opened, { open, close }] = useDisclosure();
  return (
    <Panel
      title="Password"
      actions={
        hasPassword ? (
          <Button variant="default" onClick={open}>
            Change password
          </Button>
        ) : undefined
      }
    >
      <p className={`flat muted ${classes.text}`}>
        {hasPassword
          ? 'Changing it signs you out everywhere else, and we send you a mail.'
          : 'You sign in without a password.'}
      </p>
      <ChangePasswordDialog opened={opened} onClose={close} />
    </Panel>
  );
};

/** `/settings/security`: how the user signs in, and in which browsers they are signed in. */
export const SecurityScreen = () => {
  const query = useRead(account.endpoints.secondFactor, {});
  return (
    <SettingsPage title="Security" description="How you sign in, and where you are signed in.">
      <div className={`stack-5 ${classes.panels}`}>
        <QueryView query={query} errorTitle="Your way to sign in could not be read">
          {(state) => (
            <>
              <PasswordPanel hasPassword={state.hasPassword} />
              <SecondFactorPanel state={state} />
            </>
          )}
        </QueryView>
        <PasskeysPanel />
        <LinkedAccountsPanel />
        <SessionsPanel />
      </div>
    </SettingsPage>
  );
};
