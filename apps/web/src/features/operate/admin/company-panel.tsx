import type { Company } from '@atelier/contracts/operate/admin';
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
import { CompanyInvoices } from './company-invoices.tsx';
import { CompanyStatus } from './company-status.tsx';

interface Fact {
  label: string;
  value: string;
}

const factsOf = (company: Company): Fact[] => [
  { label: 'Owner', value: company.owner ? `${company.owner.name}, ${company.owner.email}` : 'None' },
  { label: 'Members', value: company.members.toLocaleString('en') },
  ...company.things.map(({ label, count }) => ({
    label: label.replace(/^./, (first) => first.toUpperCase()),
    value: count.toLocaleString('en'),
  })),
  {
    label: 'Files',
    value: `${formatCount(company.files.count, 'file')}, ${formatFileSize(company.files.bytes)}`,
  },
  { label: 'Plan', value: company.billing?.planName ?? 'None chosen yet' },
  { label: 'Credits left', value: company.billing ? formatCredits(company.billing.creditsLeft) : '–' },
  { label: 'Credits spent', value: company.billing ? formatCredits(company.billing.creditsSpent) : '–' },
  { label: 'Founded', value: formatDate(company.createdAt) },
  { label: 'Last active', value: company.lastActiveAt ? formatAgo(company.lastActiveAt) : 'Never' },
];

/** The status of a tenant, the amount of its data, and its invoices, but nothing of the data itself. */
export const CompanyPanel = ({ company, onClose }: { company: Company; onClose: () => void }) => (
  <SidePanel opened onClose={onClose} title={company.name}>
    <dl className={classes.facts}>
      <div>
        <dt>Status</dt>
        <dd>
          <CompanyStatus company={company} />
        </dd>
      </div>
      {company.disabled ? (
        <div className={classes.whole}>
          <dt>Disabled {formatMoment(company.disabled.at)}</dt>
          <dd>{company.disabled.reason}</dd>
        </div>
      ) : null}
      {factsOf(company).map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <div className={classes.whole}>
        <dt>Id</dt>
        <dd className={classes.mono}>{company.tenantId}</dd>
      </div>
    </dl>
    <CompanyInvoices company={company} />
  </SidePanel>
);
