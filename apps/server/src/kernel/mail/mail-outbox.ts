import { desc } from 'drizzle-orm';
import { pgTable, text } from 'drizzle-orm/pg-core';
import type { Pool } from 'pg';
import { newId } from '../base/ids.ts';
import { globally } from '../context/context.ts';
import { createdAt } from '../db/tenant-table.ts';
import type { MailOutbox } from './mail.ts';

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
  insert: (mail) =>
    globally(pool, async (db) => {
      await db.insert(mails).values({ id: newId('mail'), ...mail });
    }),
  list: () => globally(pool, (db) => db.select().from(mails).orderBy(desc(mails.createdAt)).limit(shown)),
});
