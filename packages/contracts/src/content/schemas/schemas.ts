import { z } from 'zod';
import { defineContract } from '../../kernel/contract.ts';
import { fileReplyFor } from '../../kernel/raw-replies.ts';
import { Done, lookupId, pageQuery, pageSchemaFor, requiredText, tenantQuery } from '../../kernel/shapes.ts';
import { schemaErrors } from './schema-errors.ts';
import {
  CellState,
  CellValue,
  ColumnChange,
  InformationSchema,
  NewColumn,
  NewSchema,
  RunScope,
  SchemaDetails,
  SchemaRow,
} from './schema-shapes.ts';

const one = z.object({ schemaId: lookupId });
const column = z.object({ schemaId: lookupId, columnId: lookupId });
const place = '/api/content/v2/information-schema/:schemaId';
const name = requiredText(120, 'Please enter a name');

/** The settings of a run, which an estimate takes as well. */
const reading = {
  /** The model that reads the values; null: rules read labelled lines instead. */
  modelId: z.string().max(200).nullable().default(null),
  scope: RunScope.default('CHANGED'),
};

/** Information schemas: columns of values that are extracted from documents. */
export const schemas = defineContract({
  name: 'schemas',
  alsoFails: ['knowledge.not_found', 'models.upstream_unavailable'],
  errors: schemaErrors,
  endpoints: {
    list: {
      method: 'GET',
      path: '/api/content/v2/information-schemas',
      summary: 'List the information schemas of all knowledge bases, or of one (SCHEMA-03)',
      access: { allow: 'knowledge:read' },
      query: z.object({ ...tenantQuery, ...pageQuery, knowledgeBaseId: lookupId.optional() }),
      reply: pageSchemaFor(InformationSchema),
    },
    get: {
      method: 'GET',
      path: place,
      summary: 'Read one information schema (SCHEMA-04)',
      access: { allow: 'knowledge:read' },
      params: one,
      reply: SchemaDetails,
    },
    details: {
      method: 'GET',
      path: '/api/content/knowledge-base-schema-details',
      summary: 'Read a schema of a knowledge base (KB-33)',
      access: { allow: 'knowledge:read' },
      query: z.object({ ...tenantQuery, knowledgeBaseId: lookupId, schemaId: lookupId }),
      reply: SchemaDetails,
    },
    create: {
      method: 'POST',
      path: '/api/content/v2/information-schema',
      summary: 'Create an information schema (SCHEMA-06)',
      access: { allow: 'knowledge:write' },
      body: NewSchema.extend({ knowledgeBaseId: lookupId }),
      reply: SchemaDetails,
    },
    copy: {
      method: 'POST',
      path: `${place}/copy`,
      summary: 'Copy the columns of a schema, without values',
      access: { allow: 'knowledge:write' },
      params: one,
      body: z.object({ name }),
      reply: SchemaDetails,
    },
    rename: {
      method: 'PUT',
      path: place,
      summary: 'Rename a schema',
      access: { allow: 'knowledge:write' },
      params: one,
      body: z.object({ name }),
      reply: SchemaDetails,
    },
    remove: {
      method: 'DELETE',
      path: place,
      summary: 'Delete a schema with its values (SCHEMA-05)',
      access: { allow: 'knowledge:write' },
      params: one,
      reply: Done,
    },
    removeOld: {
      method: 'DELETE',
      path: '/api/content/schema',
      summary: 'Delete a schema with its values (KB-34)',
      access: { allow: 'knowledge:write' },
      query: z.object({ ...tenantQuery, schemaId: lookupId }),
      reply: Done,
    },
    addColumn: {
      method: 'POST',
      path: '/api/content/v2/information-schema/column',
      summary: 'Add a column (SCHEMA-08)',
      access: { allow: 'knowledge:write' },
      body: z.object({ schemaId: lookupId, column: NewColumn }),
      reply: SchemaDetails,
    },
    changeColumn: {
      method: 'PUT',
      path: `${place}/column/:columnId`,
      summary: 'Change a column; it is read again when its meaning changes',
      access: { allow: 'knowledge:write' },
      params: column,
      body: ColumnChange,
      reply: SchemaDetails,
    },
    removeColumn: {
      method: 'DELETE',
      path: `${place}/column/:columnId`,
      summary: 'Delete a column with its values',
      access: { allow: 'knowledge:write' },
      params: column,
      reply: SchemaDetails,
    },
    estimate: {
      method: 'GET',
      path: `${place}/estimate`,
      summary: 'Estimate the cost of reading',
      access: { allow: 'knowledge:write' },
      params: one,
      query: z.object({
        modelId: z.string().max(200).optional(),
        scope: RunScope.default('CHANGED'),
        /** Limits the call to this column; without it, all columns. */
        columnId: lookupId.optional(),
      }),
      reply: z.object({ documents: z.number().int(), tokens: z.number().int(), credits: z.number() }),
    },
    run: {
      method: 'POST',
      path: '/api/content/v2/information-schema/run',
      summary: 'Read the documents, or continue a stopped run (SCHEMA-07)',
      access: { allow: 'knowledge:write' },
      body: z.object({
        ...reading,
        schemaId: lookupId,
        /** Limits the call to these columns; without it, all columns. */
        columnIds: z.array(lookupId).min(1).max(30).optional(),
        budgetCredits: z
          .number('Please enter how many credits it may cost')
          .positive('Please enter how many credits it may cost')
          .max(10_000_000)
          .nullable()
          .default(null),
      }),
      reply: SchemaDetails,
    },
    cancel: {
      method: 'POST',
      path: `${place}/cancel`,
      summary: 'Stop reading; the values that were read are kept',
      access: { allow: 'knowledge:write' },
      params: one,
      reply: SchemaDetails,
    },
    rows: {
      method: 'GET',
      path: `${place}/rows`,
      summary: 'List documents with their values',
      access: { allow: 'knowledge:read' },
      params: one,
      query: z.object({
        ...pageQuery,
        /** `name` to sort by the document's name, or the id of a column. */
        sort: z.string().max(100).default('name'),
        order: z.enum(['asc', 'desc']).default('asc'),
        state: CellState.optional(),
      }),
      reply: pageSchemaFor(SchemaRow),
    },
    setCell: {
      method: 'PUT',
      path: `${place}/cell`,
      summary: 'Enter a value by hand; later runs keep it',
      access: { allow: 'knowledge:write' },
      params: one,
      body: z.object({ knowledgeBaseImportId: lookupId, columnId: lookupId, value: CellValue }),
      reply: SchemaRow,
    },
    resetCell: {
      method: 'DELETE',
      path: `${place}/cell`,
      summary: 'Delete a value, so that the next run reads it',
      access: { allow: 'knowledge:write' },
      params: one,
      query: z.object({ knowledgeBaseImportId: lookupId, columnId: lookupId }),
      reply: SchemaRow,
    },
    exportTable: {
      method: 'GET',
      path: `${place}/export`,
      summary: 'Export the table as CSV or XLSX',
      raw: true,
      sends: fileReplyFor('text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
      access: { allow: 'knowledge:read' },
      params: one,
      query: z.object({ format: z.enum(['csv', 'xlsx']).default('csv') }),
    },
  },
});
