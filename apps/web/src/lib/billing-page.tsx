import type { ReactNode } from 'react';
import { Page } from '../ui/page.tsx';
import { LinkTabs } from '../ui/url-tabs.tsx';

/** The billing sub-menu (HEADER-25 to HEADER-29). */
const sections = [
  { to: '/pricing/overview', label: 'Overview' },
  { to: '/pricing/history', label: 'Billing history' },
  { to: '/pricing/credit-usage', label: 'Credit Usage' },
  { to: '/pricing/usage-limit', label: 'Usage Limit' },
  { to: '/pricing/knowledge-storage', label: 'Knowledge Storage' },
];

interface BillingPageProps {
  title: string;
  description?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** The frame of every billing page. */
export const BillingPage = (props: BillingPageProps) => (
  <Page {...props} navigation={<LinkTabs label="Billing" tabs={sections} />} />
);
