import { eq, lt, sql } from 'drizzle-orm';
import type { TenantDb } from '../../kernel/db/tenant-db.ts';
import { newId } from '../../kernel/ids.ts';
import {
  type Account,
  ledgerBalances,
  ledgerEntries,
  ledgerHolds,
  ledgerTransactions,
  type TransactionKind,
} from './tables.ts';

export interface Posting {
  /** The same key is never posted twice. */
  key: string;
  kind: TransactionKind;
  reference: string;
  details?: Record<string, unknown>;
  /** Micro-credits per account; they sum to zero. */
  entries: Partial<Record<Account, number>>;
}

const addToBalance = (db: TenantDb, account: Account, amount: number) =>
  db.execute(sql`insert into ledger_balances (account, amount) values (${account}, ${amount})
    on conflict (tenant_id, account) do update set amount = ledger_balances.amount + excluded.amount`);

/** An overdraft must fail on the balance that exists, so the debited account is changed by update alone. */
const takeFromBalance = async (db: TenantDb, account: Account, amount: number): Promise<boolean> => {
  const { rowCount } = await db.execute(sql`update ledger_balances set amount = amount + ${amount}
    where account = ${account} and amount + ${amount} >= 0`);
  return rowCount === 1;
};

const overdraws = (account: Account, amount: number) =>
  amount < 0 && (account === 'AVAILABLE' || account === 'HELD');

const apply = async (db: TenantDb, entries: [Account, number][]): Promise<boolean> => {
  // One order for every transaction, so that two debits wait for each other and never deadlock.
  for (const [account, amount] of entries.sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (!overdraws(account, amount)) await addToBalance(db, account, amount);
    else if (!(await takeFromBalance(db, account, amount))) return false;
  }
  return true;
};

export const ledgerRepository = {
  /** Posts once. `overdrawn` leaves the caller's transaction to be rolled back. */
  async post(db: TenantDb, posting: Posting): Promise<'posted' | 'repeated' | 'overdrawn'> {
    const id = newId('ltx');
    const { key, kind, reference, details, entries } = posting;
    const inserted = await db
      .insert(ledgerTransactions)
      .values({ id, idempotencyKey: key, kind, reference, details: details ?? {} })
      .onConflictDoNothing()
      .returning({ id: ledgerTransactions.id });
    if (inserted.length === 0) return 'repeated';
    const moves = Object.entries(entries).filter(([, amount]) => amount !== 0) as [Account, number][];
    if (moves.length === 0) return 'posted';
    const rows = moves.map(([account, amount]) => ({ transactionId: id, account, amount }));
    const [isCovered] = await Promise.all([apply(db, moves), db.insert(ledgerEntries).values(rows)]);
    return isCovered ? 'posted' : 'overdrawn';
  },

  async balance(db: TenantDb, account: Account): Promise<number> {
    const [row] = await db.select().from(ledgerBalances).where(eq(ledgerBalances.account, account));
    return row?.amount ?? 0;
  },

  async isOpen(db: TenantDb): Promise<boolean> {
    return (await db.select().from(ledgerBalances).limit(1)).length > 0;
  },

  insertHold: (db: TenantDb, hold: { id: string; amount: number; reference: string }) =>
    db.insert(ledgerHolds).values(hold),

  /** Takes the hold out of the list; undefined when it was settled or released before. */
  async takeHold(db: TenantDb, id: string): Promise<{ amount: number; reference: string } | undefined> {
    const [row] = await db.delete(ledgerHolds).where(eq(ledgerHolds.id, id)).returning();
    return row;
  },

  staleHolds: (db: TenantDb, before: Date) =>
    db.select().from(ledgerHolds).where(lt(ledgerHolds.createdAt, before)).limit(200),
};
