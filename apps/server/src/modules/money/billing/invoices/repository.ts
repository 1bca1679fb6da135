import type { InvoiceStatus } from '@atelier/contracts/money/payments';
import { and, eq, getTableColumns, gt, ilike, type SQL, sql } from 'drizzle-orm';
import { containing } from '../../../../kernel/db/containing.ts';
import { type Page, type PageOrder, placeColumns, readPage } from '../../../../kernel/db/paging.ts';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { type InvoiceRow, invoices, paymentAccounts } from '../tables.ts';

export interface InvoiceFilter {
  search?: string | undefined;
  status?: InvoiceStatus | undefined;
}

type NewInvoice = Omit<InvoiceRow, 'tenantId' | 'issuedAt'> & { issuedAt?: Date };

const conditions = ({ search, status }: InvoiceFilter): SQL | undefined =>
  and(
    search ? ilike(invoices.number, containing(search)) : undefined,
    status ? eq(invoices.status, status) : undefined,
  );

export const invoiceRepository = {
  async revision(db: TenantDb): Promise<number> {
    const [row] = await db.select({ revision: paymentAccounts.revision }).from(paymentAccounts);
    return row?.revision ?? 0;
  },

  /** Locks the tenant's account. Returns true when nobody has written since `revision` was read. */
  async advance(db: TenantDb, revision: number): Promise<boolean> {
    await db.insert(paymentAccounts).values({}).onConflictDoNothing();
    const { rowCount } = await db
      .update(paymentAccounts)
      .set({ revision: sql`${paymentAccounts.revision} + 1` })
      .where(eq(paymentAccounts.revision, revision));
    return rowCount === 1;
  },

  /** Counted under the lock of the account's row, so that the numbers have no gaps. */
  async nextOrdinal(db: TenantDb): Promise<number> {
    const [row] = await db
      .insert(paymentAccounts)
      .values({ lastInvoice: 1 })
      .onConflictDoUpdate({
        target: paymentAccounts.tenantId,
        set: { lastInvoice: sql`${paymentAccounts.lastInvoice} + 1` },
      })
      .returning({ ordinal: paymentAccounts.lastInvoice });
    return row?.ordinal ?? 1;
  },

  insertInvoice: (db: TenantDb, invoice: NewInvoice) => db.insert(invoices).values(invoice),

  async findInvoice(db: TenantDb, id: string): Promise<InvoiceRow | undefined> {
    const [row] = await db.select().from(invoices).where(eq(invoices.id, id));
    return row;
  },

  /** Locks the invoice, so that concurrent changes run one after another. */
  async lockInvoice(db: TenantDb, id: string): Promise<InvoiceRow | undefined> {
    const [row] = await db.select().from(invoices).where(eq(invoices.id, id)).for('update');
    return row;
  },

  async findExternalInvoice(db: TenantDb, externalId: string): Promise<InvoiceRow | undefined> {
    const [row] = await db.select().from(invoices).where(eq(invoices.externalId, externalId));
    return row;
  },

  async settleInvoice(
    db: TenantDb,
    id: string,
    state: Pick<InvoiceRow, 'status' | 'dueAt' | 'paidAt'>,
  ): Promise<void> {
    const { status, dueAt, paidAt } = state;
    await db.update(invoices).set({ status, dueAt, paidAt }).where(eq(invoices.id, id));
  },

  listInvoices(db: TenantDb, filter: InvoiceFilter, page: PageOrder<'issuedAt'>): Promise<Page<InvoiceRow>> {
    const key = sql`${invoices.ordinal}`;
    const selected = db
      .select({ ...getTableColumns(invoices), ...placeColumns(key, invoices.id) })
      .from(invoices);
    return readPage(db, selected, { page, key, id: invoices.id, where: conditions(filter), from: invoices });
  },

  async hasPaidInvoice(db: TenantDb): Promise<boolean> {
    const rows = await db
      .select({ id: invoices.id })
      .from(invoices)
      .where(and(eq(invoices.status, 'PAID'), gt(invoices.total, 0)))
      .limit(1);
    return rows.length === 1;
  },

  countInvoices: (db: TenantDb): Promise<number> => db.$count(invoices),
};
