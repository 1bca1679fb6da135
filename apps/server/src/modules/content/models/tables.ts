import type { ModelProperties } from '@atelier/contracts/content/model-catalogue';
import type { ModelType } from '@atelier/contracts/content/models';
import { jsonb, text } from 'drizzle-orm/pg-core';
import { createdAt, tenantTable } from '../../../kernel/db/tenant-table.ts';

export const modelProviders = tenantTable('model_providers', {
  id: text('id').notNull(),
  kind: text('kind').notNull(),
  name: text('name').notNull(),
  settings: jsonb('settings').$type<Record<string, string>>().notNull(),
  secrets: text('secrets').notNull(),
  chatModels: text('chat_models').array().notNull(),
  embeddingModels: text('embedding_models').array().notNull(),
  transcriptionModels: text('transcription_models').array().notNull(),
  visionModels: text('vision_models').array().notNull(),
  rerankModels: text('rerank_models').array().notNull(),
  /** The properties of its models, by type and name (`propertyKey`). */
  properties: jsonb('properties').$type<Record<string, ModelProperties>>().notNull(),
  createdAt: createdAt(),
});
export type ProviderRow = typeof modelProviders.$inferSelect;

export const modelAddresses = tenantTable('model_addresses', {
  id: text('id').notNull(),
  /** Host and port, in the form that the outbound client's list of allowed addresses uses. */
  address: text('address').notNull(),
  createdAt: createdAt(),
});
export type AddressRow = typeof modelAddresses.$inferSelect;

export const modelDefaults = tenantTable('model_defaults', {
  type: text('type').$type<ModelType>().notNull(),
  modelId: text('model_id').notNull(),
});
