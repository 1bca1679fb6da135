import type { PromptRole, PromptShare } from '@atelier/contracts/assistants/prompts/prompt-shapes';
import type { Role } from '@atelier/contracts/kernel/permissions';
import { integer, text } from 'drizzle-orm/pg-core';
import { createdAt, moment, tenantTable } from '../../../kernel/db/tenant-table.ts';

export const prompts = tenantTable('prompts', {
  id: text('id').notNull(),
  name: text('name').notNull(),
  description: text('description').notNull().default(''),
  role: text('role').$type<PromptRole>().notNull(),
  prompt: text('prompt').notNull().default(''),
  shareWith: text('share_with').$type<PromptShare>().notNull(),
  sharedUsers: text('shared_users').array().notNull().default([]),
  sharedRoles: text('shared_roles').array().$type<Role[]>().notNull().default([]),
  version: integer('version'),
  published: text('published').notNull().default(''),
  publishedRole: text('published_role').notNull().default(''),
  revision: integer('revision').notNull().default(1),
  createdBy: text('created_by').notNull(),
  createdAt: createdAt(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
});
export type PromptRow = typeof prompts.$inferSelect;

export const promptVersions = tenantTable('prompt_versions', {
  promptId: text('prompt_id').notNull(),
  number: integer('number').notNull(),
  role: text('role').$type<PromptRole>().notNull(),
  prompt: text('prompt').notNull(),
  publishedBy: text('published_by').notNull(),
  publishedAt: moment('published_at').notNull().defaultNow(),
});
export type PromptVersionRow = typeof promptVersions.$inferSelect;
