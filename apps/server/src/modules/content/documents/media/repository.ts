import { and, eq, like, sql } from 'drizzle-orm';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { paidReadings } from '../tables.ts';

/** The key of a model's reading of a file: the text of the whole recording or of one picture, or the vectors of its chunks. */
export interface ReadingKey {
  importId: string;
  /** The hash of the file's content. */
  sha256: string;
  part: string;
}

const placed = ({ importId, sha256, part }: ReadingKey) =>
  and(eq(paidReadings.importId, importId), eq(paidReadings.sha256, sha256), eq(paidReadings.part, part));

const isOneOf = (importIds: readonly string[]) =>
  sql`${paidReadings.importId} in (select json_array_elements_text(${JSON.stringify(importIds)}::json))`;

const vectors = 'vectors of ';

/** Returns the key by which the vectors of a whole document are known to be paid for, until it is published. */
export const vectorsKey = (
  { id: importId, sha256 }: { id: string; sha256: string },
  index: { id: string },
): ReadingKey => ({ importId, sha256, part: `${vectors}${index.id}` });

export const readingRepository = {
  async find(db: TenantDb, key: ReadingKey): Promise<string | undefined> {
    const [row] = await db.select({ text: paidReadings.text }).from(paidReadings).where(placed(key));
    return row?.text;
  },

  async insert(db: TenantDb, { importId, sha256, part }: ReadingKey, text: string): Promise<void> {
    await db.insert(paidReadings).values({ importId, sha256, part, text }).onConflictDoNothing();
  },

  /** Adds keys without a text. Returns the ids of those imports whose key is new. */
  async insertKeys(db: TenantDb, keys: readonly ReadingKey[]): Promise<string[]> {
    const added = await db
      .insert(paidReadings)
      .values(keys.map(({ importId, sha256, part }) => ({ importId, sha256, part, text: '' })))
      .onConflictDoNothing()
      .returning({ importId: paidReadings.importId });
    return added.map(({ importId }) => importId);
  },

  /** Lists the keys of imports whose vectors are paid for. */
  listPaidVectors: (db: TenantDb, importIds: readonly string[]): Promise<ReadingKey[]> =>
    db
      .select({ importId: paidReadings.importId, sha256: paidReadings.sha256, part: paidReadings.part })
      .from(paidReadings)
      .where(and(isOneOf(importIds), like(paidReadings.part, `${vectors}%`))),

  /** Deletes the readings of imports. They are part of the documents' texts once the imports have ended. */
  async forget(db: TenantDb, importIds: readonly string[]): Promise<void> {
    await db.delete(paidReadings).where(isOneOf(importIds));
  },
};
