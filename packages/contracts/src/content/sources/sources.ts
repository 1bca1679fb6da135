import { z } from 'zod';
import { FieldOption } from '../../fields/fields.ts';
import { defineContract } from '../../kernel/contract.ts';
import { buildEnvelopeSchema } from '../../kernel/raw-replies.ts';
import { lookupId, pageQuery, pageSchemaFor, requiredText, tenantQuery } from '../../kernel/shapes.ts';
import { ImportType } from '../bases/import-shapes.ts';
import { sourceErrors } from './source-errors.ts';
import {
  ConnectorEntry,
  ImportEstimate,
  NewEstimate,
  NewSource,
  Source,
  SourceChange,
  SourceEvents,
  SourceInput,
  SourceItemOutcome,
  SourceReportItem,
} from './source-shapes.ts';

const params = z.object({ sourceId: lookupId });
const write = { allow: 'knowledge:write' } as const;
const read = { allow: 'knowledge:read' } as const;
/** The body is large because the settings of a MANUAL source contain the pasted text. */
const pastedText = { bytes: 1024 * 1024, why: 'a document that was pasted as text' };

/** The sources of documents: files, text, websites, addresses, databases, services. */
/** The most bytes of a message to an inbound address. */
export const hookBytes = 25 * 1024 * 1024;

export const sources = defineContract({
  name: 'sources',
  alsoFails: ['knowledge.not_found'],
  errors: sourceErrors,
  endpoints: {
    connectors: {
      method: 'GET',
      path: '/api/import/connectors',
      summary: 'List the kinds of sources, with their fields and help (CONNECTOR-01)',
      access: read,
      reply: z.object({ connectors: z.array(ConnectorEntry) }),
    },
    test: {
      method: 'POST',
      path: '/api/import/connectors/test',
      summary: 'Test a source whose settings are not saved yet',
      unaudited: 'it only reads',
      access: write,
      largeBody: pastedText,
      body: SourceInput,
      reply: z.object({ message: z.string() }),
    },
    options: {
      method: 'POST',
      path: '/api/import/connectors/options',
      summary: 'Read the choices of a field from the source',
      unaudited: 'it only reads',
      access: write,
      largeBody: pastedText,
      body: SourceInput.extend({ field: requiredText(100, 'Please name the field') }),
      reply: z.object({ options: z.array(FieldOption) }),
    },
    estimate: {
      method: 'POST',
      path: '/api/import/v2/import-estimate',
      summary: 'Estimate an import (IMPORT-52)',
      unaudited: 'it only reads',
      access: write,
      body: NewEstimate,
      reply: ImportEstimate,
    },
    init: {
      method: 'POST',
      path: '/api/import/v2/import-init',
      summary: 'Create a source and start its first sync (IMPORT-53)',
      access: write,
      largeBody: pastedText,
      body: NewSource,
      reply: Source,
    },
    import: {
      method: 'POST',
      path: '/api/import/import',
      summary: 'Run an import: sync a source now (IMPORT-54)',
      access: write,
      query: z.object(tenantQuery),
      body: z.object({ sourceId: lookupId }),
      reply: Source,
    },
    createImport: {
      method: 'POST',
      path: '/api/import/knowledge-base-import',
      summary: 'Create an import of a knowledge base (IMPORT-55)',
      access: write,
      query: z.object(tenantQuery),
      largeBody: pastedText,
      body: NewSource,
      reply: Source,
    },
    importByApi: {
      method: 'POST',
      path: '/api/import/import-by-api',
      summary: 'Import from an API (IMPORT-56)',
      access: write,
      largeBody: pastedText,
      body: NewSource.omit({ type: true }),
      reply: Source,
    },
    importKnowledgeBase: {
      method: 'POST',
      path: '/api/content/import-knowledge-base',
      summary: 'Sync every source of a knowledge base now (KB-32)',
      access: write,
      body: z.object({ knowledgeBaseId: lookupId }),
      reply: z.object({ sources: z.array(Source) }),
    },
    list: {
      method: 'GET',
      path: '/api/import/knowledge-base/:id/sources',
      summary: 'List the sources of a knowledge base',
      access: read,
      params: z.object({ id: lookupId }),
      query: z.object({
        ...pageQuery,
        ...tenantQuery,
        type: ImportType.optional(),
        sort: z.enum(['name', 'type', 'createdAt', 'updatedAt']).default('createdAt'),
        order: z.enum(['asc', 'desc']).default('desc'),
      }),
      reply: pageSchemaFor(Source),
    },
    events: {
      method: 'GET',
      path: '/api/import/source-events',
      summary: 'Stream the changes of the sources of a knowledge base',
      access: read,
      query: z.object({ ...tenantQuery, knowledgeBaseId: lookupId }),
      events: SourceEvents,
    },
    get: {
      method: 'GET',
      path: '/api/import/sources/:sourceId',
      summary: 'Read a source',
      access: read,
      params,
      reply: Source,
    },
    update: {
      method: 'PUT',
      path: '/api/import/sources/:sourceId',
      summary: 'Change the name, settings, connection, schedule or limits of a source',
      access: write,
      params,
      largeBody: pastedText,
      body: SourceChange,
      reply: Source,
    },
    remove: {
      method: 'DELETE',
      path: '/api/import/sources/:sourceId',
      summary: 'Delete a source, with its documents or without',
      access: write,
      params,
      query: z.object({ ...tenantQuery, documents: z.stringbool().default(false) }),
      /** Counts of the documents that were deleted with the source and of those that were kept. */
      reply: z.object({ removed: z.number().int(), kept: z.number().int() }),
    },
    sync: {
      method: 'POST',
      path: '/api/import/sources/:sourceId/sync',
      summary: 'Sync a source now; `anew` starts from the beginning',
      access: write,
      params,
      body: z.object({ anew: z.boolean().default(false) }).prefault({}),
      reply: Source,
    },
    cancel: {
      method: 'POST',
      path: '/api/import/sources/:sourceId/cancel',
      summary: 'Stop the sync in progress; documents that it added stay',
      access: write,
      params,
      reply: Source,
    },
    retry: {
      method: 'POST',
      path: '/api/import/sources/:sourceId/retry',
      summary: 'Retry the last sync of a source, which failed or was cancelled',
      access: write,
      params,
      reply: Source,
    },
    report: {
      method: 'GET',
      path: '/api/import/sources/:sourceId/items',
      summary: 'List the outcome of each item of the last sync',
      access: read,
      params,
      query: z.object({ ...pageQuery, ...tenantQuery, outcome: SourceItemOutcome.optional() }),
      reply: pageSchemaFor(SourceReportItem),
    },
    hook: {
      method: 'PUT',
      path: '/api/import/sources/:sourceId/hook',
      summary: 'Switch the inbound address of a webhook source on or off, or create a new one',
      access: write,
      params,
      body: z.object({ isOn: z.boolean(), renew: z.boolean().default(false) }),
      /** The address with its secret; it is shown only once, when it is created. */
      reply: z.object({ isOn: z.boolean(), address: z.string().nullable() }),
    },
    receive: {
      method: 'POST',
      path: '/api/import/hooks/:token',
      summary: 'Receive a document from another program; replies with 202 once it is stored',
      access: { public: 'other programs send to it with the secret in its address' },
      rate: 'default',
      params: z.object({ token: z.string().min(1).max(300) }),
      largeBody: { bytes: hookBytes, why: 'the text of documents that another program sends' },
      streamedBody: true,
      raw: true,
      sends: {
        202: {
          says: 'The document is stored.',
          content: { 'application/json': buildEnvelopeSchema(202, z.unknown()) },
        },
      },
    },
  },
});
