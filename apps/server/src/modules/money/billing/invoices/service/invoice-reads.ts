import { Readable } from 'node:stream';
import type { Invoice } from '@atelier/contracts/money/payments';
import type { TenantInvoice } from '@atelier/contracts/operate/admin';
import { fail } from '../../../../../kernel/base/errors.ts';
import type { Ctx, TxCtx } from '../../../../../kernel/context/context.ts';
import { closePage, type PageOrder } from '../../../../../kernel/db/paging.ts';
import { printedInvoice } from '../../computations.ts';
import { presentInvoice, presentTenantInvoice } from '../present.ts';
import { type InvoiceFilter, invoiceRepository } from '../repository.ts';

type InvoiceList = InvoiceFilter & Omit<PageOrder<'issuedAt'>, 'sort'>;

export const listInvoices = (ctx: Ctx, { search, status, ...page }: InvoiceList) =>
  ctx.tx(async (tx) => {
    const found = await invoiceRepository.listInvoices(
      tx.db,
      { search, status },
      { ...page, sort: 'issuedAt' },
    );
    const { rows, nextCursor, total } = closePage(found, page.limit);
    const items: Invoice[] = rows.map(presentInvoice);
    const { stripe, invoiceNote = null } = tx.services.config.billing;
    return { items, nextCursor, total, hasPortal: stripe !== undefined, invoiceNote };
  });

/** Lists the invoices of a tenant as operators see them. */
export const listTenantInvoices = async (
  { db }: TxCtx,
  { search, status, ...page }: InvoiceList,
): Promise<{ items: TenantInvoice[]; nextCursor: string | null; total: number }> => {
  const order = { ...page, sort: 'issuedAt' } as const;
  const found = await invoiceRepository.listInvoices(db, { search, status }, order);
  const { rows, ...rest } = closePage(found, page.limit);
  return { ...rest, items: rows.map(presentTenantInvoice) };
};

/** Returns the invoice as PDF, with its file name. Throws `payments.invoice_not_found`. */
export const printInvoice = async (ctx: Ctx, id: string): Promise<{ fileName: string; body: Readable }> => {
  const row =
    (await ctx.tx(({ db }) => invoiceRepository.findInvoice(db, id))) ?? fail('payments.invoice_not_found');
  const printed = { invoice: presentInvoice(row), companyName: row.companyName };
  const bytes = await ctx.services.compute.run(printedInvoice, printed, { tenantId: ctx.tenantId });
  return { fileName: `invoice-${row.number}.pdf`, body: Readable.from([bytes]) };
};
