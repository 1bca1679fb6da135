import { bigint, jsonb, text } from 'drizzle-orm/pg-core';
import { createdAt, tenantTable } from '../../kernel/db/tenant-table.ts';

/** GRANTED and SPENT are where credits come from and go to; AVAILABLE can be used, HELD waits for settlement. */
export type Account = 'GRANTED' | 'AVAILABLE' | 'HELD' | 'SPENT';
export type TransactionKind = 'GRANT' | 'HOLD' | 'SETTLE' | 'RELEASE';

const micro = (name: string) => bigint(name, { mode: 'number' }).notNull();

export const ledgerTransactions = tenantTable('ledger_transactions', {
  id: text('id').notNull(),
  idempotencyKey: text('idempotency_key').notNull(),
  kind: text('kind').$type<TransactionKind>().notNull(),
  reference: text('reference').notNull(),
  details: jsonb('details').$type<Record<string, unknown>>().notNull(),
  createdAt: createdAt(),
});

export const ledgerEntries = tenantTable('ledger_entries', {
  transactionId: text('transaction_id').notNull(),
  account: text('account').$type<Account>().notNull(),
  amount: micro('amount'),
});

export const ledgerBalances = tenantTable('ledger_balances', {
  account: text('account').$type<Account>().notNull(),
  amount: micro('amount'),
});

export const ledgerHolds = tenantTable('ledger_holds', {
  id: text('id').notNull(),
  amount: micro('amount'),
  reference: text('reference').notNull(),
  createdAt: createdAt(),
});
