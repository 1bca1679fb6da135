import type { Invoice } from '@atelier/contracts/money/payments';
import { Button, NativeSelect } from '@mantine/core';
import { IconDownload, IconExternalLink } from '@tabler/icons-react';
import { useMay } from '../../../lib/account/session.ts';
import { formatDate } from '../../../lib/format.ts';
import { useUrlWords } from '../../../ui/behaviour/use-url-state.ts';
import type { Column } from '../../../ui/data-table/data-table-types.ts';
import { ListTable } from '../../../ui/data-table/list-table.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { TextLink } from '../../../ui/layout/text-link.tsx';
import { DocumentsIllustration } from '../../../ui/theme/illustrations.tsx';
import { pdfAddress, useCustomerPortal, useInvoices } from './api.ts';
import { BillingPage } from './billing-page.tsx';
import { HowToPay } from './how-to-pay.tsx';
import { describeInvoice, statusWords } from './model/invoice-words.ts';
import { formatMoney } from './model/money.ts';
import classes from './payments.module.css';

const Status = ({ invoice }: { invoice: Invoice }) => {
  const { label, tone } = statusWords(invoice.status);
  return (
    <span className="inline-flex flex-wrap align-center gap-2">
      <StatusBadge tone={tone}>{label}</StatusBadge>
      {invoice.status === 'DUE' && invoice.dueAt !== null ? (
        <span className="muted small">by {formatDate(invoice.dueAt)}</span>
      ) : null}
    </span>
  );
};

const columns: Column<Invoice>[] = [
  { id: 'number', header: 'Invoice', width: '11rem', cell: (row) => row.number },
  {
    id: 'issuedAt',
    header: 'Date',
    width: '8rem',
    cell: (row) => <time dateTime={row.issuedAt}>{formatDate(row.issuedAt)}</time>,
  },
  { id: 'subject', header: 'For', cell: describeInvoice },
  { id: 'status', header: 'Status', width: '11rem', cell: (row) => <Status invoice={row} /> },
  {
    id: 'total',
    header: 'Amount',
    width: '7rem',
    align: 'end',
    cell: (row) => formatMoney(row.total, row.currency),
  },
  {
    id: 'pdf',
    header: 'File',
    width: '6rem',
    cell: (row) => (
      <a
        className={`inline-1 accent-text ${classes.download}`}
        href={pdfAddress(row.invoiceId)}
        download
        aria-label={`PDF of ${row.number}`}
      >
        <IconDownload size={16} aria-hidden="true" /> PDF
      </a>
    ),
  },
];

const statuses = [
  { value: '', label: 'All statuses' },
  { value: 'DUE', label: 'To be paid' },
  { value: 'PAID', label: 'Paid' },
  { value: 'VOID', label: 'Void' },
];

const parseStatus = (word: string) =>
  word === 'DUE' || word === 'PAID' || word === 'VOID' ? word : undefined;

const PortalButton = () => {
  const portal = useCustomerPortal();
  return (
    <Button
      variant="default"
      leftSection={<IconExternalLink size={16} />}
      loading={portal.isPending}
      onClick={() => portal.mutate({ body: {} })}
    >
      Cards and receipts
    </Button>
  );
};

const isToBePaid = ({ status }: Invoice) => status === 'DUE';

/** Says how to pay open invoices that are not charged to a card. */
const OpenInvoices = ({ note }: { note: string | null }) => (
  <Panel title="How to pay">
    <div className={`stack-2 ${classes.howToPay}`}>
      <HowToPay note={note} />
      <p className="muted small">
        Please give the number of the invoice. It shows as paid once its payment has been confirmed.
      </p>
    </div>
  </Panel>
);

const nothingYet = (
  <EmptyState
    illustration={<DocumentsIllustration />}
    title="No invoices yet"
    action={<TextLink to="/pricing/overview/plan">See the plans</TextLink>}
  >
    Every plan and every add-on that your company buys gets an invoice, which stays here.
  </EmptyState>
);

/** Every invoice of the tenant, with its file (ROUTE-41). */
export const HistoryScreen = () => {
  const [words, setWords] = useUrlWords(['search', 'status']);
  const { query, first, rows, more } = useInvoices({
    search: words.search,
    status: parseStatus(words.status),
  });
  const isFiltered = words.search !== '' || words.status !== '';
  const mayPay = useMay()('billing:write');
  return (
    <BillingPage
      title="Billing history"
      description="Invoices of your company, the newest first."
      actions={first?.hasPortal && mayPay ? <PortalButton /> : undefined}
    >
      <div className="stack-5">
        {first && !first.hasPortal && rows.some(isToBePaid) ? (
          <OpenInvoices note={first.invoiceNote} />
        ) : null}
        <ListTable
          label="Invoices"
          list={{ query, rows, more }}
          nothing={!isFiltered && rows.length === 0 && nothingYet}
          columns={columns}
          rowId={(row) => row.invoiceId}
          rowLabel={(row) => row.number}
          search={{
            value: words.search,
            onChange: (search) => setWords({ search }),
            placeholder: 'Search by number',
          }}
          toolbar={
            <NativeSelect
              aria-label="Status"
              data={statuses}
              value={words.status}
              onChange={(event) => setWords({ status: event.currentTarget.value })}
            />
          }
        />
      </div>
    </BillingPage>
  );
};
