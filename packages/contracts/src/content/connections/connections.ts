import { z } from 'zod';
import { Field, FieldValues } from '../../fields/fields.ts';
import { defineContract } from '../../kernel/contract.ts';
import { Limits } from '../../kernel/limits.ts';
import { changedMeanwhile, edited, Revision } from '../../kernel/revisions.ts';
import {
  Abilities,
  Done,
  lookupId,
  pageQuery,
  pageSchemaFor,
  requiredText,
  Timestamp,
  tenantQuery,
} from '../../kernel/shapes.ts';

/** The kind of service that a connection leads to (CONN-01). */
export const ConnectionService = z.enum(['VECTOR_STORE', 'DATABASE', 'WEB']);
export type ConnectionService = z.infer<typeof ConnectionService>;

/** One kind of connection and the form that sets it up (CONN-04, CONN-10). `service` and `kind` together name it. */
export const ConnectionKind = z.object({
  service: ConnectionService,
  /** For example QDRANT. */
  kind: z.string(),
  title: z.string(),
  icon: z.string(),
  description: z.string(),
  /** Instructions for filling in the form, one step per entry, in Markdown without HTML. */
  help: z.array(z.string()),
  fields: z.array(Field),
  /** Fields that say where the secrets are sent. After a change of one of them the secrets have to be typed again. */
  addressFields: z.array(z.string()),
  /** True when steps of flows and tools can use such a connection, so that limits can be set for it. */
  hasLimits: z.boolean(),
});
export type ConnectionKind = z.infer<typeof ConnectionKind>;

/** The result of a connection test: a message for the user, and the error code of a failure. */
export const ConnectionTest = z.object({
  ok: z.boolean(),
  message: z.string(),
  code: z.string().nullable(),
  durationMs: z.number(),
});
export type ConnectionTest = z.infer<typeof ConnectionTest>;

/** Something that uses a connection. When `blocks` is true it has to be deleted before the connection. */
export const ConnectionUse = z.object({
  kind: z.enum(['KNOWLEDGE_BASE', 'SOURCE', 'TOOL', 'FLOW', 'WORKER', 'CLEAN_UP']),
  id: z.string(),
  name: z.string(),
  blocks: z.boolean(),
});
export type ConnectionUse = z.infer<typeof ConnectionUse>;

const kindOf = { service: ConnectionService, kind: z.string().min(1).max(60) };
const name = requiredText(100, 'Please enter a name');

/** `values` are validated by the fields of the kind. */
export const NewConnection = z.object({
  name,
  ...kindOf,
  values: FieldValues,
  /** Limits for the use of the connection; null for none. A key reads the input of the step or tool, as in `{{input.to}}`. */
  limits: Limits.nullish(),
});

export const Connection = z.object({
  connectionId: z.string(),
  revision: Revision,
  name: z.string(),
  icon: z.string(),
  service: ConnectionService,
  kind: z.string(),
  /** The name of the kind, for example "Qdrant". */
  title: z.string(),
  /** The settings, with every secret emptied. */
  values: FieldValues,
  /** The paths of the secrets that are stored, for example `apiKey` or `login.password`. */
  secretsSet: z.array(z.string()),
  limits: Limits.nullable(),
  lastTest: ConnectionTest.extend({ testedAt: Timestamp }).nullable(),
  uses: z.array(ConnectionUse),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  abilities: Abilities,
});
export type Connection = z.infer<typeof Connection>;

const connectionParams = z.object({ id: lookupId });
const listQuery = z.object({
  ...pageQuery,
  ...tenantQuery,
  service: ConnectionService.optional(),
  kind: z.string().max(60).optional(),
  sort: z.enum(['name', 'createdAt', 'updatedAt']).default('name'),
  order: z.enum(['asc', 'desc']).default('asc'),
});

/** The credentials of outside services that a tenant has set up: vector stores, databases, web services. */
export const connections = defineContract({
  name: 'connections',
  errors: {
    'connections.changed_meanwhile': changedMeanwhile('this connection'),
    'connections.not_found': { kind: 'not_found', message: 'This connection does not exist.' },
    'connections.name_taken': {
      kind: 'conflict',
      message: 'A connection with this name already exists. Please choose another name.',
    },
    'connections.kind_unknown': {
      kind: 'invalid',
      message: 'This kind of connection does not exist. Please choose one from the list.',
    },
    'connections.values_invalid': {
      kind: 'invalid',
      message: 'Some of the settings are not valid for this kind of connection. Please check them.',
    },
    'connections.secrets_again': {
      kind: 'invalid',
      message:
        'The address has changed. Please enter the secrets again, because they were given for the old address.',
    },
    'connections.key_unreadable': {
      kind: 'invalid',
      message: 'The key of a limit cannot be read. Please correct the expression.',
    },
    'connections.busy': {
      kind: 'limit',
      message:
        'As many as its limits allow use this connection at the moment. Please try again a little later, or raise the limits of the connection.',
    },
    'connections.in_use': {
      kind: 'conflict',
      message: 'This connection is in use. Please switch or delete what uses it first.',
    },
  },
  endpoints: {
    list: {
      method: 'GET',
      path: '/api/content/v2/connections',
      summary: 'List connections (CONN-03)',
      access: { allow: 'connections:read' },
      query: listQuery,
      reply: pageSchemaFor(Connection),
    },
    kinds: {
      method: 'GET',
      path: '/api/content/v2/connections-required-configurations',
      summary: 'List the kinds of connections with their fields (CONN-04)',
      access: { allow: 'connections:read' },
      query: z.object({ ...tenantQuery, service: ConnectionService.optional() }),
      reply: z.object({ configurations: z.array(ConnectionKind) }),
    },
    get: {
      method: 'GET',
      path: '/api/content/v2/connection/:id',
      summary: 'Read a connection, without its secrets',
      access: { allow: 'connections:read' },
      params: connectionParams,
      query: z.object(tenantQuery),
      reply: Connection,
    },
    create: {
      method: 'POST',
      path: '/api/content/v2/connection',
      summary: 'Create a connection (CONN-05)',
      access: { allow: 'connections:write' },
      body: NewConnection,
      reply: Connection,
    },
    update: {
      method: 'PUT',
      path: '/api/content/v2/connection/:id',
      summary: 'Change the name or settings; an empty secret keeps its stored value',
      access: { allow: 'connections:write' },
      params: connectionParams,
      body: z.object({
        ...edited,
        name: name.optional(),
        values: FieldValues.optional(),
        limits: Limits.nullish(),
      }),
      reply: Connection,
    },
    remove: {
      method: 'DELETE',
      path: '/api/content/v2/connection/:id',
      summary: 'Delete a connection and its secrets, unless it is in use',
      access: { allow: 'connections:write' },
      params: connectionParams,
      reply: Done,
    },
    test: {
      method: 'POST',
      path: '/api/content/v2/connection/test',
      summary:
        'Test a connection before it is saved; with connectionId, empty secrets take their stored values',
      unaudited: 'it changes nothing',
      access: { allow: 'connections:write' },
      rate: 'auth',
      body: z.object({ ...kindOf, values: FieldValues, connectionId: lookupId.optional() }),
      reply: ConnectionTest,
    },
    testSaved: {
      method: 'POST',
      path: '/api/content/v2/connection/:id/test',
      summary: 'Test a saved connection, and store the result',
      access: { allow: 'connections:write' },
      rate: 'auth',
      params: connectionParams,
      reply: Connection,
    },
    listAppConnections: {
      method: 'GET',
      path: '/api/orchestrator/v1/app-connections',
      summary: 'List connections, at the address of the orchestrator (CONN-06)',
      access: { allow: 'connections:read' },
      query: listQuery,
      reply: pageSchemaFor(Connection),
    },
    createAppConnection: {
      method: 'POST',
      path: '/api/orchestrator/v1/app-connections',
      summary: 'Create a connection, at the address of the orchestrator (CONN-07)',
      access: { allow: 'connections:write' },
      body: NewConnection,
      reply: Connection,
    },
    removeAppConnection: {
      method: 'DELETE',
      path: '/api/orchestrator/v1/app-connections/:id',
      summary: 'Delete a connection, at the address of the orchestrator (CONN-08)',
      access: { allow: 'connections:write' },
      params: connectionParams,
      reply: Done,
    },
    clientIds: {
      method: 'GET',
      path: '/api/orchestrator/v1/client-ids',
      summary: 'List the client ids with which connections ask for consent (CONN-09)',
      access: { allow: 'connections:read' },
      query: z.object(tenantQuery),
      reply: z.object({
        clientIds: z.array(z.object({ connectionId: z.string(), name: z.string(), clientId: z.string() })),
      }),
    },
  },
});
