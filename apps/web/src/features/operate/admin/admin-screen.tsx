import { Navigate } from '@tanstack/react-router';
import { Page } from '../../../ui/layout/page.tsx';
import { UrlTabs } from '../../../ui/layout/url-tabs.tsx';
import { SupportInbox, UsagePanel } from '../support/index.ts';
import { Tenants } from './tenants.tsx';
import { useIsAdministrator } from './use-is-administrator.ts';
import { WaitingList } from './waiting-list.tsx';

/** `/admin`: the administration for operators. Everybody else is sent to the landing screen (ROUTE-05, ROUTE-06). */
export const AdminScreen = () => {
  const isAdministrator = useIsAdministrator();
  if (isAdministrator === undefined) return null;
  if (!isAdministrator) return <Navigate to="/agents" replace />;
  return (
    <Page
      title="Administration"
      description="Every company of this server. Actions here are recorded in the audit log of the company concerned."
    >
      <UrlTabs
        label="Parts of the administration"
        tabs={[
          { value: 'waiting', label: 'Waiting list', content: <WaitingList /> },
          { value: 'companies', label: 'Companies', content: <Tenants /> },
          { value: 'support', label: 'Support', content: <SupportInbox /> },
          { value: 'usage', label: 'Usage', content: <UsagePanel /> },
        ]}
      />
    </Page>
  );
};
