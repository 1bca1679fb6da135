import type { Permission } from '@atelier/contracts/kernel/permissions';
import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Page } from '../ui/layout/page.tsx';
import { LinkTabs } from '../ui/layout/url-tabs.tsx';
import { useMay } from './account/session.ts';

interface Section {
  to: string;
  label: string;
  /** A second address of the same section, which highlights it too. */
  alias?: string;
  permission?: Permission;
}

export const settingsSections: readonly Section[] = [
  { to: '/manage-user', alias: '/users', label: 'Users', permission: 'users:read' },
  { to: '/settings/company', label: 'Company' },
  { to: '/settings/audit', label: 'Audit log', permission: 'audit:read' },
  { to: '/settings/profile', label: 'Profile' },
  { to: '/settings/security', label: 'Security' },
  { to: '/settings/accounts', label: 'Accounts', permission: 'agents:read' },
  { to: '/settings/memory', label: 'Memory', permission: 'agents:read' },
  { to: '/settings/about', label: 'About' },
];

interface SettingsPageProps {
  /** The heading of the section, which is also the title of the document in the browser. */
  title: string;
  description?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** The frame of every settings section. It lists the sections that this user may open. */
export const SettingsPage = (props: SettingsPageProps) => {
  const may = useMay();
  const { pathname } = useLocation();
  const tabs = settingsSections
    .filter(({ permission }) => permission === undefined || may(permission))
    .map(({ to, alias, label }) => ({ to: alias === pathname ? alias : to, label }));
  return <Page {...props} navigation={<LinkTabs label="Settings" tabs={tabs} />} />;
};
