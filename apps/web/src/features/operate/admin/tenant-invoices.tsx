import type { Tenant, TenantInvoice } from '@atelier/contracts/operate/admin';
import { Button, NativeSelect } from '@mantine/core';
import { useId, useState } from 'react';
import { formatDate } from '../../../lib/format.ts';
import { QueryView } from '../../../ui/feedback/query-view.tsx';
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx';
import { describeInvoice, formatMoney, statusWords } from '../../money/payments/index.ts';
import classes from './admin.module.css';
import { useMarkInvoice, useTenantInvoices } from './api.ts';

const choices = [
  { value: 'DUE', label: 'Open' },
  { value: 'PAID', label: 'Paid' },
  { value: '', label: 'All' },
];
const parseStatus = (word: string) => (word === 'DUE' || word === 'PAID' ? word : undefined);

const nothing = (status: string): string =>
  status === 'DUE' ? 'Nothing is open.' : status === 'PAID' ? 'Nothing was paid yet.' : 'No invoices yet.';

const describeDates = ({ issuedAt, dueAt, paidAt }: TenantInvoice): string =>
  [
    `Issued ${formatDate(issuedAt)}`,
    ...(dueAt === null ? [] : [`due ${formatDate(dueAt)}`]),
    ...(paidAt === null ? [] : [`paid ${formatDate(paidAt)}`]),
  ].join(', ');

const MarkButton = ({ tenant, invoice }: { tenant: Tenant; invoice: TenantInvoice }) => {
  const mark = useMarkInvoice();
  const { canMarkPaid, canReopen } = invoice.abilities;
  if (!canMarkPaid && !canReopen) return null;
  const label = canMarkPaid ? 'Mark as paid' : 'Mark as open again';
  const params = { id: tenant.tenantId, invoiceId: invoice.invoiceId };
  return (
    <Button
      size="xs"
      variant="default"
      loading={mark.isPending}
      aria-label={`${label}: ${invoice.number}`}
      onClick={() => mark.mutate({ params, body: { status: canMarkPaid ? 'PAID' : 'DUE' } })}
    >
      {label}
    </Button>
  );
};

const InvoiceLine = ({ tenant, invoice }: { tenant: Tenant; invoice: TenantInvoice }) => {
  const { label, tone } = statusWords(invoice.status);
  return (
    <li className={`flex flex-wrap align-center border-top ${classes.invoice}`}>
      <span className={`stack-1 min-0 ${classes.invoiceWords}`}>
        <span className="row-2">
          {invoice.number}
          <StatusBadge tone={tone}>{label}</StatusBadge>
          <strong className="push tabular">{formatMoney(invoice.total, invoice.currency)}</strong>
        </span>
        <span className="muted small regular">{describeInvoice(invoice)}</span>
        <span className="muted small regular">{describeDates(invoice)}</span>
      </span>
      <MarkButton tenant={tenant} invoice={invoice} />
    </li>
  );
};

/** The invoices of a tenant. The operator marks them as paid once the money has arrived. */
export const TenantInvoices = ({ tenant }: { tenant: Tenant }) => {
  const [status, setStatus] = useState('DUE');
  const { query, rows, more } = useTenantInvoices(tenant, parseStatus(status));
  const titleId = useId();
  return (
    <section className={`stack-3 items-start ${classes.invoices}`} aria-labelledby={titleId}>
      <div className="line-3 between full-width">
        <h3 className="flat large" id={titleId}>
          Invoices
        </h3>
        <NativeSelect
          aria-label="Which invoices"
          size="xs"
          data={choices}
          value={status}
          onChange={(event) => setStatus(event.currentTarget.value)}
        />
      </div>
      <QueryView query={query} skeleton="text" errorTitle="The invoices could not be loaded">
        {() =>
          rows.length === 0 ? (
            <p className="muted small regular">{nothing(status)}</p>
          ) : (
            <ul className="stack bare full-width">
              {rows.map((invoice) => (
                <InvoiceLine key={invoice.invoiceId} tenant={tenant} invoice={invoice} />
              ))}
            </ul>
          )
        }
      </QueryView>
      {more.hasMore ? (
        <Button size="xs" variant="default" loading={more.isLoading} onClick={more.onMore}>
          Load more
        </Button>
      ) : null}
    </section>
  );
};
