import type { Tenant } from '@atelier/contracts/operate/admin';
import {
  formatAgo,
  formatCount,
  formatCredits,
  formatDate,
  formatFileSize,
  formatMoment,
} from '../../../lib/format.ts';
import { type Fact, Facts } from '../../../ui/content/facts.tsx';
import { SidePanel } from '../../../ui/layout/side-panel.tsx';
import { TenantInvoices } from './tenant-invoices.tsx';
import { TenantStatusBadge } from './tenant-status-badge.tsx';

const listTenantFacts = (tenant: Tenant): Fact[] => [
  ['Status', <TenantStatusBadge key="status" tenant={tenant} />],
  ...(tenant.disabled
    ? [[`Disabled ${formatMoment(tenant.disabled.at)}`, tenant.disabled.reason, 'whole-row'] as const]
    : []),
  ['Owner', tenant.owner ? `${tenant.owner.name}, ${tenant.owner.email}` : 'None'],
  ['Members', tenant.members.toLocaleString('en')],
  ...tenant.things.map(
    ({ label, count }) =>
      [label.replace(/^./, (first) => first.toUpperCase()), count.toLocaleString('en')] as const,
  ),
  ['Files', `${formatCount(tenant.files.count, 'file')}, ${formatFileSize(tenant.files.bytes)}`],
  ['Plan', tenant.billing?.planName ?? 'None chosen yet'],
  ['Credits left', tenant.billing ? formatCredits(tenant.billing.creditsLeft) : '–'],
  ['Credits spent', tenant.billing ? formatCredits(tenant.billing.creditsSpent) : '–'],
  ['Founded', formatDate(tenant.createdAt)],
  ['Last active', tenant.lastActiveAt ? formatAgo(tenant.lastActiveAt) : 'Never'],
  [
    'Id',
    <code key="id" className="tiny mono">
      {tenant.tenantId}
    </code>,
    'whole-row',
  ],
];

/** The status of a tenant, the amount of its data, and its invoices, but nothing of the data itself. */
export const TenantPanel = ({ tenant, onClose }: { tenant: Tenant; onClose: () => void }) => (
  <SidePanel opened onClose={onClose} title={tenant.name}>
    <Facts facts={listTenantFacts(tenant)} />
    <TenantInvoices tenant={tenant} />
  </SidePanel>
);
