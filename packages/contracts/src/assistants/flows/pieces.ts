import { z } from 'zod';
import { Field, FieldOption, FieldValues } from '../../fields/fields.ts';
import { defineContract } from '../../kernel/contract.ts';
import { Json } from '../../kernel/json.ts';
import { lookupId, tenantQuery, text } from '../../kernel/shapes.ts';
import { ownTenant } from './flow-shapes.ts';

const Described = z.object({
  name: z.string(),
  displayName: z.string(),
  description: z.string(),
  kind: z.string(),
  fields: z.array(Field),
  /** An example of the output. */
  sample: Json.optional(),
});

/** A piece without its code. */
export const PieceDescription = z.object({
  name: z.string(),
  version: z.string(),
  displayName: z.string(),
  description: z.string(),
  category: z.string(),
  /** The name of an icon; `default` where there is none (PIECE-03). */
  icon: z.string(),
  connection: z
    .object({
      service: z.string(),
      kind: z.string(),
      title: z.string(),
      /** False when steps work without a connection too. */
      isRequired: z.boolean(),
      /** Instructions for filling in the form, in Markdown without HTML. */
      help: z.array(z.string()),
      fields: z.array(Field),
    })
    .nullable(),
  actions: z.array(Described),
  triggers: z.array(Described),
});
export type PieceDescription = z.input<typeof PieceDescription>;

const byName = z.object({ name: z.string().min(1).max(200) });
const read = { allow: 'flows:read' } as const;

/** The pieces that steps and triggers of flows are made of. */
export const pieces = defineContract({
  name: 'pieces',
  errors: {
    'pieces.not_found': { kind: 'not_found', message: 'This piece does not exist.' },
    'pieces.options_failed': {
      kind: 'upstream',
      message: 'The choices of this field could not be loaded. Please check the connection and try again.',
    },
  },
  endpoints: {
    list: {
      method: 'GET',
      path: '/api/orchestrator/pieces',
      summary: 'List all pieces with their actions and triggers',
      access: read,
      query: ownTenant,
      reply: z.object({ pieces: z.array(PieceDescription) }),
    },
    get: {
      method: 'GET',
      path: '/api/orchestrator/pieces/:name',
      summary: 'Read a piece (PIECE-05)',
      access: { public: 'The description of a piece is the same for everybody (PIECE-05).' },
      params: byName,
      query: z.object({ version: text(50).optional(), ...tenantQuery }),
      reply: PieceDescription,
    },
    active: {
      method: 'GET',
      path: '/api/orchestrator/active-piece/:name',
      summary: 'Read a piece that flows of this company can use (PIECE-04)',
      access: read,
      params: byName,
      query: ownTenant,
      reply: PieceDescription,
    },
    options: {
      method: 'POST',
      path: '/api/orchestrator/pieces/:name/options',
      summary: 'Load the choices of a field, which may depend on other fields and on a connection',
      access: read,
      params: byName,
      body: z.object({
        ...tenantQuery,
        /** The action or trigger that has the field. */
        member: z.string().max(100),
        field: z.string().max(100),
        input: FieldValues.default({}),
        connectionId: lookupId.optional(),
      }),
      unaudited: 'It only reads.',
      reply: z.object({ options: z.array(FieldOption) }),
    },
    packageDetails: {
      method: 'GET',
      path: '/api/agent/package-details',
      summary: 'Read the details of the package that a piece comes in (PIECE-06)',
      access: { public: 'The details of a package are the same for everybody (PIECE-06).' },
      query: z.object({ name: z.string().min(1).max(200), ...tenantQuery }),
      reply: z.object({
        name: z.string(),
        version: z.string(),
        description: z.string(),
        actions: z.number().int(),
        triggers: z.number().int(),
      }),
    },
  },
});
