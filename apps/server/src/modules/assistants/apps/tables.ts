import type { App } from '@atelier/contracts/assistants/apps';
import type { AppSettings } from '@atelier/contracts/assistants/apps/app-settings';
import { boolean, integer, jsonb, text } from 'drizzle-orm/pg-core';
import { bytes, createdAt, moment, tenantTable } from '../../../kernel/db/tenant-table.ts';
import type { PictureType } from '../../../kernel/module/picture.ts';

/** The settings of an app that have no column or table of their own. */
export type OwnSettings = Omit<AppSettings, 'name' | 'access' | 'orchestration' | 'knowledgeBaseIds'> &
  Pick<App, 'configuration'>;

type FirstSettings =
  | 'description'
  | 'modelId'
  | 'instructions'
  | 'welcomeMessage'
  | 'sampleQuestions'
  | 'botName'
  | 'themeName'
  | 'followupConversation'
  | 'retrieval'
  | 'model';

/** The content of the `settings` column. An app that was stored before a setting existed lacks it. */
export type StoredSettings = Pick<OwnSettings, FirstSettings> & Partial<OwnSettings>;

export const apps = tenantTable('apps', {
  id: text('id').notNull(),
  name: text('name').notNull(),
  access: text('access').$type<App['access']>().notNull(),
  orchestration: text('orchestration').$type<App['orchestration']>().notNull(),
  state: text('state').$type<App['state']>().notNull().default('READY'),
  active: boolean('active').notNull().default(true),
  settings: jsonb('settings').$type<StoredSettings>().notNull(),
  version: integer('version').notNull().default(1),
  createdBy: text('created_by').notNull(),
  createdAt: createdAt(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
});
export type AppRow = typeof apps.$inferSelect;

export const appVersions = tenantTable('app_versions', {
  appId: text('app_id').notNull(),
  version: integer('version').notNull(),
  settings: jsonb('settings').$type<AppSettings>().notNull(),
  createdBy: text('created_by').notNull(),
  createdAt: createdAt(),
});

export const appImages = tenantTable('app_images', {
  id: text('id').notNull(),
  appId: text('app_id').notNull(),
  type: text('type').$type<PictureType>().notNull(),
  bytes: bytes('bytes').notNull(),
  createdAt: createdAt(),
});

export const appKnowledgeBases = tenantTable('app_knowledge_bases', {
  appId: text('app_id').notNull(),
  knowledgeBaseId: text('knowledge_base_id').notNull(),
  ordinal: integer('ordinal').notNull(),
});
