import type { Tenant } from '@atelier/contracts/operate/admin';
import {
  formatAgo,
  formatCount,
  formatCredits,
  formatDate,
  formatFileSize,
  formatMoment,
} from '../../../lib/format.ts';
import { SidePanel } from '../../../ui/layout/side-panel.tsx';
import classes from './admin.module.css';
import { TenantInvoices } from './tenant-invoices.tsx';
import { TenantStatusBadge } from './tenant-status-badge.tsx';

interface Fact {
  label: string;
  value: string;
}

const listTenantFacts = (tenant: Tenant): Fact[] => [
  { label: 'Owner', value: tenant.owner ? `${tenant.owner.name}, ${tenant.owner.email}` : 'None' },
  { label: 'Members', value: tenant.members.toLocaleString('en') },
  ...tenant.things.map(({ label, count }) => ({
    label: label.replace(/^./, (first) => first.toUpperCase()),
    value: count.toLocaleString('en'),
  })),
  {
    label: 'Files',
    value: `${formatCount(tenant.files.count, 'file')}, ${formatFileSize(tenant.files.bytes)}`,
  },
  { label: 'Plan', value: tenant.billing?.planName ?? 'None chosen yet' },
  { label: 'Credits left', value: tenant.billing ? formatCredits(tenant.billing.creditsLeft) : '–' },
  { label: 'Credits spent', value: tenant.billing ? formatCredits(tenant.billing.creditsSpent) : '–' },
  { label: 'Founded', value: formatDate(tenant.createdAt) },
  { label: 'Last active', value: tenant.lastActiveAt ? formatAgo(tenant.lastActiveAt) : 'Never' },
];

/** The status of a tenant, the amount of its data, and its invoices, but nothing of the data itself. */
export const TenantPanel = ({ tenant, onClose }: { tenant: Tenant; onClose: () => void }) => (
  <SidePanel opened onClose={onClose} title={tenant.name}>
    <dl className={`stack-4 ${classes.facts}`}>
      <div>
        <dt>Status</dt>
        <dd>
          <TenantStatusBadge tenant={tenant} />
        </dd>
      </div>
      {tenant.disabled ? (
        <div className="whole-row">
          <dt>Disabled {formatMoment(tenant.disabled.at)}</dt>
          <dd>{tenant.disabled.reason}</dd>
        </div>
      ) : null}
      {listTenantFacts(tenant).map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <div className="whole-row">
        <dt>Id</dt>
        <dd className="tiny mono">{tenant.tenantId}</dd>
      </div>
    </dl>
    <TenantInvoices tenant={tenant} />
  </SidePanel>
);
