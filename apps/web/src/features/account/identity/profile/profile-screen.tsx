import { account } from '@atelier/contracts/account/identity/account';
import { useUser } from '../../../../lib/account/session.ts';
import { useRead } from '../../../../lib/query.ts';
import { SettingsPage } from '../../../../lib/settings-page.tsx';
import { Facts } from '../../../../ui/content/facts.tsx';
import { Panel } from '../../../../ui/layout/panel.tsx';
import { TextLink } from '../../../../ui/layout/text-link.tsx';
import classes from './account.module.css';
import { DeletePanel } from './delete-panel.tsx';
import { EmailPanel } from './email-panel.tsx';
import { NameForm } from './name-form.tsx';
import { PictureField } from './picture-field.tsx';

const roleNames = {
  OWNER: 'Owner',
  ADMIN: 'Admin',
  BUILDER: 'Builder',
  OPERATOR: 'Operator',
  USER: 'User',
} as const;

/** `/settings/profile` (ROUTE-46): the name and picture that others see, and the tenants that the user belongs to. */
export const ProfileScreen = () => {
  const user = useUser();
  const { data } = useRead(account.endpoints.secondFactor, {});
  const hasPassword = data?.hasPassword ?? true;
  return (
    <SettingsPage title="Profile" description="What the people you work with see of you.">
      <div className={`stack-5 ${classes.panels}`}>
        <Panel title="You">
          <div className="stack-4">
            <PictureField />
            <NameForm key={user.name} />
          </div>
        </Panel>
        <EmailPanel hasPassword={hasPassword} />
        <Panel title="Company">
          <Facts
            layout="beside"
            facts={[
              [
                'Company',
                <TextLink key="company" to="/settings/company">
                  {user.companyName}
                </TextLink>,
              ],
              ['Your role', roleNames[user.role]],
            ]}
          />
        </Panel>
        <DeletePanel hasPassword={hasPassword} />
      </div>
    </SettingsPage>
  );
};
