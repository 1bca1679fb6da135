import { customType, integer, text } from 'drizzle-orm/pg-core';
import { createdAt, tenantTable } from '../../../../kernel/db/tenant-table.ts';

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** Bytes of many segments of words in one. Which of its chunks are alive is told by the segments that point here. */
export const mergedSegments = tenantTable('merged_segments', {
  id: text('id').notNull(),
  indexVersionId: text('index_version_id').notNull(),
  data: bytes('data').notNull(),
  bytes: integer('bytes').notNull(),
  /** All chunks, with those that are gone. */
  docs: integer('docs').notNull(),
  createdAt: createdAt(),
});
