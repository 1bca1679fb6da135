import { customType, integer, text } from 'drizzle-orm/pg-core';
import { createdAt, tenantTable } from '../../../../kernel/db/tenant-table.ts';

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** Many lexical segments merged into one. The segments that refer to it tell which of its chunks are live. */
export const mergedSegments = tenantTable('merged_segments', {
  id: text('id').notNull(),
  indexVersionId: text('index_version_id').notNull(),
  data: bytes('data').notNull(),
  bytes: integer('bytes').notNull(),
  /** The number of all chunks, including deleted ones. */
  docs: integer('docs').notNull(),
  createdAt: createdAt(),
});
