import { desc } from 'drizzle-orm';
import { pgTable, text } from 'drizzle-orm/pg-core';
import type { Pool } from 'pg';
import { newId } from '../base/ids.ts';
import { createdAt } from '../db/tenant-table.ts';
import { withoutTenant } from '../db/transaction/with-tenant.ts';
import { idOfKey, type MailOutbox } from './mail.ts';

const mails = pgTable('mail_outbox', {
  id: text('id').primaryKey(),
  to: text('to_address').notNull(),
  subject: text('subject').notNull(),
  text: text('text').notNull(),
  html: text('html').notNull(),
  createdAt: createdAt(),
});

const shown = 50;

/** Keeps mails in the database while no mail server is configured. */
export const createMailOutbox = (pool: Pool): MailOutbox => ({
  insert: ({ key, ...mail }) =>
    withoutTenant(pool, async (db) => {
      const id = key === undefined ? newId('mail') : `mail_${idOfKey(key)}`;
      await db
        .insert(mails)
        .values({ id, ...mail })
        .onConflictDoNothing({ target: mails.id });
    }),
  list: () =>
    withoutTenant(pool, (db) => db.select().from(mails).orderBy(desc(mails.createdAt)).limit(shown)),
});
