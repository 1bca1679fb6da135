import type {
  AgentAccess,
  AgentMode,
  AgentSettings,
  AgentType,
} from '@atelier/contracts/assistants/agents/agent-shapes';
import { boolean, integer, jsonb, text } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { createdAt, moment, tenantTable } from '../../../kernel/db/tenant-table.ts';

export const agents = tenantTable('agents', {
  id: text('id').notNull(),
  name: text('name').notNull(),
  description: text('description').notNull().default(''),
  mode: text('mode').$type<AgentMode>().notNull(),
  agentType: text('agent_type').$type<AgentType>().notNull(),
  access: text('access').$type<z.infer<typeof AgentAccess>>().notNull(),
  /** A crew: an agent whose work others do. */
  isCrew: boolean('is_crew').notNull().default(false),
  active: boolean('active').notNull().default(true),
  newestVersionId: text('newest_version_id').notNull(),
  publishedVersionId: text('published_version_id'),
  createdBy: text('created_by').notNull(),
  createdAt: createdAt(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
});
export type AgentRow = typeof agents.$inferSelect;

export const agentVersions = tenantTable('agent_versions', {
  id: text('id').notNull(),
  agentId: text('agent_id').notNull(),
  number: integer('number').notNull(),
  state: text('state').$type<'DRAFT' | 'LOCKED'>().notNull().default('DRAFT'),
  revision: integer('revision').notNull().default(1),
  settings: jsonb('settings').$type<AgentSettings>().notNull(),
  updatedBy: text('updated_by').notNull(),
  createdAt: createdAt(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
});
export const agentMemories = tenantTable('agent_memories', {
  id: text('id').notNull(),
  agentId: text('agent_id').notNull(),
  /** The member or the app user whom the fact is about: one of the two. */
  userId: text('user_id'),
  appUserId: text('app_user_id'),
  fact: text('fact').notNull(),
  isForeign: boolean('is_foreign').notNull().default(false),
  runId: text('run_id'),
  createdAt: createdAt(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
});
export type AgentMemoryRow = typeof agentMemories.$inferSelect;

export type AgentVersionRow = typeof agentVersions.$inferSelect;

export const crewNotes = tenantTable('crew_notes', {
  runId: text('run_id').notNull(),
  at: integer('at').notNull(),
  author: text('author').notNull(),
  text: text('text').notNull(),
  writtenAt: moment('written_at').notNull().defaultNow(),
});
export type CrewNoteRow = typeof crewNotes.$inferSelect;
