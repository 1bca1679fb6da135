import { jsonb, text } from 'drizzle-orm/pg-core';
import { createdAt, tenantTable } from '../../../../kernel/db/tenant-table.ts';

/** A part of the text of an attached file. */
export interface FileSection {
  start: number;
  end: number;
  page: number | null;
}

export interface FileChunk extends FileSection {
  heading: string | null;
}

/** A file that somebody attached to their conversation, as its text. */
export const conversationFiles = tenantTable('conversation_files', {
  id: text('id').notNull(),
  appId: text('app_id').notNull(),
  /** Null until the first question about the file. */
  conversationId: text('conversation_id'),
  visitorHash: text('visitor_hash'),
  userId: text('user_id'),
  name: text('name').notNull(),
  content: text('content').notNull(),
  sections: jsonb('sections').$type<FileSection[]>().notNull(),
  chunks: jsonb('chunks').$type<FileChunk[]>().notNull(),
  /** The stored bytes, of files that are shown as they look. */
  fileId: text('file_id'),
  createdAt: createdAt(),
});
export type FileRow = typeof conversationFiles.$inferSelect;
