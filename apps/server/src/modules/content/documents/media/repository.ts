import { and, eq, sql } from 'drizzle-orm';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { paidReadings } from './tables.ts';

/** A part of a file that a model reads: the whole recording, or one picture. */
export interface ReadingKey {
  importId: string;
  /** The hash of the file's content. */
  sha256: string;
  part: string;
}

const placed = ({ importId, sha256, part }: ReadingKey) =>
  and(eq(paidReadings.importId, importId), eq(paidReadings.sha256, sha256), eq(paidReadings.part, part));

export const readingRepository = {
  async find(db: TenantDb, key: ReadingKey): Promise<string | undefined> {
    const [row] = await db.select({ text: paidReadings.text }).from(paidReadings).where(placed(key));
    return row?.text;
  },

  async insert(db: TenantDb, { importId, sha256, part }: ReadingKey, text: string): Promise<void> {
    await db.insert(paidReadings).values({ importId, sha256, part, text }).onConflictDoNothing();
  },

  /** Deletes the readings of imports. They are part of the documents' texts once the imports have ended. */
  async forget(db: TenantDb, importIds: readonly string[]): Promise<void> {
    await db
      .delete(paidReadings)
      .where(
        sql`${paidReadings.importId} in (select json_array_elements_text(${JSON.stringify(importIds)}::json))`,
      );
  },
};
