import { account } from '@atelier/contracts/account/identity/account';
import { useRead } from '../../../../lib/query.ts';
import { SettingsPage } from '../../../../lib/settings-page.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import classes from './account.module.css';
import { LinkedAccountsPanel } from './linked-accounts-panel.tsx';
import { PasskeysPanel } from './passkeys-panel.tsx';
import { PasswordPanel } from './password-panel.tsx';
import { SecondFactorPanel } from './second-factor-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';

/** `/settings/security`: how the user signs in, and in which browsers they are signed in. */
export const SecurityScreen = () => {
  const query = useRead(account.endpoints.secondFactor, {});
  return (
    <SettingsPage title="Security" description="How you sign in, and where you are signed in.">
      <div className={classes.panels}>
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
