import { text } from 'drizzle-orm/pg-core';
import { createdAt, tenantTable } from '../../../kernel/db/tenant-table.ts';

export const accessGrants = tenantTable('access_grants', {
  entityId: text('entity_id').notNull(),
  userId: text('user_id').notNull(),
  grantedBy: text('granted_by'),
  createdAt: createdAt(),
});

export const accessRequests = tenantTable('access_requests', {
  entityId: text('entity_id').notNull(),
  userId: text('user_id').notNull(),
  message: text('message').notNull(),
  createdAt: createdAt(),
});
