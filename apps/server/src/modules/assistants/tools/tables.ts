import type {
  ToolApproval,
  ToolKind,
  ToolRefusal,
  ToolRequest,
} from '@atelier/contracts/assistants/tools/tool-shapes';
import { jsonb, text } from 'drizzle-orm/pg-core';
import { createdAt, moment, tenantTable } from '../../../kernel/db/tenant-table.ts';

/** A refusal, and the print of the schema that was refused. */
export type StoredRefusal = ToolRefusal & { print: string };

export const tools = tenantTable('tools', {
  id: text('id').notNull(),
  name: text('name').notNull(),
  description: text('description').notNull().default(''),
  kind: text('kind').$type<ToolKind>().notNull(),
  request: jsonb('request').$type<ToolRequest>(),
  defaultToolId: text('default_tool_id'),
  connectionId: text('connection_id'),
  effect: text('effect').$type<'READS' | 'WRITES'>().notNull(),
  approval: text('approval').$type<ToolApproval>().notNull(),
  refusal: jsonb('refusal').$type<StoredRefusal>(),
  createdBy: text('created_by').notNull(),
  createdAt: createdAt(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
});
export type ToolRow = typeof tools.$inferSelect;
