import { z } from 'zod';
import { defineContract } from '../kernel/contract.ts';
import { fileReplyFor } from '../kernel/raw-replies.ts';
import { pageQuery, pageSchemaFor, Timestamp, tenantQuery, text } from '../kernel/shapes.ts';

/** The actor: a user, a user's API key, an invited app user, the server itself, or a visitor who is not signed in. */
export const AuditActor = z.object({
  kind: z.enum(['user', 'api-key', 'app-user', 'system', 'visitor']),
  userId: z.string().nullable(),
  name: z.string(),
});
export type AuditActor = z.infer<typeof AuditActor>;

export const AuditEntry = z.object({
  auditId: z.string(),
  /** The area of the product and the action, for example `knowledge.created`. */
  action: z.string(),
  actor: AuditActor,
  /** The object of the action; its name is null when it has none or no longer exists. */
  subjectId: z.string(),
  subjectName: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  /** The network address that the request came from. */
  address: z.string().nullable(),
  requestId: z.string(),
  createdAt: Timestamp,
});
export type AuditEntry = z.infer<typeof AuditEntry>;

const filters = {
  ...tenantQuery,
  search: text(200).optional(),
  /** One action, or all actions of an area: `knowledge.*`. */
  action: z.string().max(100).optional(),
  /** A user id, or `system` for the server itself. */
  actor: z.string().max(100).optional(),
  from: z.iso.datetime({ offset: true }).optional(),
  /** The end of the range, exclusive. */
  to: z.iso.datetime({ offset: true }).optional(),
};

export const AuditFormat = z.enum(['csv', 'jsonl']);

export const audit = defineContract({
  name: 'audit',
  errors: {},
  endpoints: {
    list: {
      method: 'GET',
      path: '/api/tenant/audit',
      summary: 'List who did what, newest first',
      access: { allow: 'audit:read' },
      query: z.object({ ...pageQuery, ...filters }),
      reply: pageSchemaFor(AuditEntry),
    },
    choices: {
      method: 'GET',
      path: '/api/tenant/audit/choices',
      summary: 'List the actions and users in the log, for filtering',
      access: { allow: 'audit:read' },
      query: z.object(tenantQuery),
      reply: z.object({
        actions: z.array(z.string()),
        users: z.array(z.object({ userId: z.string(), name: z.string(), email: z.string().nullable() })),
      }),
    },
    export: {
      method: 'GET',
      path: '/api/tenant/audit/export',
      summary: 'Export the log as a file, filtered like the list',
      acts: 'The log notes who exported it.',
      access: { allow: 'audit:read' },
      query: z.object({ ...filters, format: AuditFormat.default('csv') }),
      raw: true,
      sends: fileReplyFor('text/csv', 'application/x-ndjson'),
    },
  },
});
