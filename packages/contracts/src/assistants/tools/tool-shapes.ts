import { z } from 'zod';
import { Json, JsonObject } from '../../kernel/json.ts';
import { Revision } from '../../kernel/revisions.ts';
import { Abilities, lookupId, requiredText, Timestamp, tenantQuery, text } from '../../kernel/shapes.ts';

/** READS: changes nothing, so that several calls may be under way at once. WRITES: must not happen twice. */
export const ToolEffect = z.enum(['READS', 'WRITES']);

/** When a person is asked before a call. AFTER_FOREIGN_TEXT: once the model has read text by others, which may have told it to make the call. */
export const ToolApproval = z.enum(['NEVER', 'AFTER_FOREIGN_TEXT', 'ALWAYS']);
export type ToolApproval = z.infer<typeof ToolApproval>;

/** A JSON Schema (draft 2020-12 or 7). */
export const ToolSchema = JsonObject;
export type ToolSchema = z.infer<typeof ToolSchema>;

export const longestArgumentName = 64;

/**
 * The form of an argument in a request: one of the styles of OpenAPI, `CONTENT` for a text of `contentType`, or `QUERY_STRING` for the
 * whole query. What is true of all styles, and the examples, are in section 4.8.12 of OpenAPI 3.1.1.
 */
export const ArgumentWriting = z.object({
  style: z.enum([
    'SIMPLE',
    'LABEL',
    'MATRIX',
    'FORM',
    'SPACE_DELIMITED',
    'PIPE_DELIMITED',
    'DEEP_OBJECT',
    'COOKIE',
    'CONTENT',
    'QUERY_STRING',
  ]),
  /** True when each entry of a list or an object is written by itself. */
  explode: z.boolean().default(false),
  /** True when reserved letters of addresses stay as they are. */
  allowReserved: z.boolean().default(false),
  /** MATRIX: the name that is written before the value. */
  name: text(200).optional(),
  /** CONTENT and QUERY_STRING. */
  contentType: z
    .string()
    .max(200)
    .regex(/^[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+(?:\s*;[\x20-\x7e]*)?$/, 'Please enter a media type')
    .optional(),
});
export type ArgumentWriting = z.infer<typeof ArgumentWriting>;

/** An argument that the model fills in. */
export const ToolParameter = z.object({
  name: z
    .string()
    .regex(
      /^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/,
      'Please use letters, digits, “_”, “-” and “.”, beginning with a letter, at most 64',
    ),
  description: text(2000).default(''),
  isRequired: z.boolean().default(true),
  schema: ToolSchema.default({ type: 'string' }),
  /** Without it, lists are repeated in queries and forms, and lists and objects are written as JSON elsewhere. */
  writing: ArgumentWriting.optional(),
});
export type ToolParameter = z.infer<typeof ToolParameter>;

/** A query parameter or a header. `{argument}` in the value stands for an argument. */
const NamedValue = z.object({ name: requiredText(200, 'Please enter a name'), value: text(4000) });

/** NONE: no body. JSON: a text of JSON in which `"{argument}"` stands for the whole argument. FORM: as a form of HTML. MULTIPART: as a form with parts. TEXT: as it is. */
export const ToolBodyKind = z.enum(['NONE', 'JSON', 'FORM', 'MULTIPART', 'TEXT']);
export const ToolMethod = z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']);

/** A request with places for arguments: `{argument}` in the path of the address, in query, headers and body. */
export const ToolRequest = z.object({
  method: ToolMethod.default('GET'),
  url: requiredText(4000, 'Please enter an address'),
  query: z.array(NamedValue).max(50).default([]),
  headers: z.array(NamedValue).max(50).default([]),
  bodyKind: ToolBodyKind.default('NONE'),
  body: text(50_000).default(''),
  parameters: z.array(ToolParameter).max(60).default([]),
});
export type ToolRequest = z.infer<typeof ToolRequest>;

/** HTTP: a request. DEFAULT: a default tool that needs a connection, with that connection. */
export const ToolKind = z.enum(['HTTP', 'DEFAULT']);
export type ToolKind = z.infer<typeof ToolKind>;

export const ToolSettings = z.object({
  name: requiredText(100, 'Please enter a name'),
  /** Tells the model what the tool does and when to use it. */
  description: text(4000).default(''),
  kind: ToolKind.default('HTTP'),
  /** HTTP. */
  request: ToolRequest.nullable().default(null),
  /** DEFAULT. */
  defaultToolId: lookupId.nullable().default(null),
  /** The connection whose secrets are sent with each call. The model never sees them. */
  connectionId: lookupId.nullable().default(null),
  effect: ToolEffect.default('WRITES'),
  approval: ToolApproval.default('AFTER_FOREIGN_TEXT'),
});
export type ToolSettings = z.output<typeof ToolSettings>;

/** The provider of a model refused the schema of a tool, so that agents with its models work without the tool. */
export const ToolRefusal = z.object({
  /** The name of the provider. */
  provider: z.string(),
  /** The keyword of JSON Schema that the provider names; null when it names none. */
  keyword: z.string().nullable(),
  /** The provider's own words. */
  reason: z.string(),
  at: Timestamp,
});
export type ToolRefusal = z.infer<typeof ToolRefusal>;

export const ToolLine = z.object({
  toolId: z.string(),
  name: z.string(),
  description: z.string(),
  kind: ToolKind,
  /** The method and site of an HTTP tool; the name of the default tool. */
  summary: z.string(),
  connectionId: z.string().nullable(),
  effect: ToolEffect,
  approval: ToolApproval,
  /** Null while no provider refuses the tool as it is. */
  refusal: ToolRefusal.nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  abilities: Abilities,
});
export type ToolLine = z.infer<typeof ToolLine>;

export const Tool = ToolSettings.extend({
  revision: Revision,
  ...ToolLine.shape,
  /** Describes the arguments that the model fills in. */
  inputSchema: ToolSchema,
});
export type Tool = z.infer<typeof Tool>;

/** A tool that every company has. One that needs a connection is used through a tool of one's own that names it. */
export const DefaultTool = z.object({
  toolId: z.string(),
  /** The name that the model uses. */
  callName: z.string(),
  name: z.string(),
  description: z.string(),
  effect: ToolEffect,
  approval: ToolApproval,
  inputSchema: ToolSchema,
  /** The kind of connection that it needs; null when it needs none. */
  connection: z.object({ service: z.string(), kind: z.string(), title: z.string() }).nullable(),
});
export type DefaultTool = z.infer<typeof DefaultTool>;

/** The outcome of a trial call. */
export const ToolTrial = z.object({
  isFailed: z.boolean(),
  /** The text that the model would read. */
  text: z.string(),
  output: Json,
  durationMs: z.number().int(),
});
export type ToolTrial = z.infer<typeof ToolTrial>;

/** Something that uses a tool or a server of tools. */
export const ToolUse = z.object({ kind: z.enum(['AGENT']), id: z.string(), name: z.string() });
export type ToolUse = z.infer<typeof ToolUse>;

export const ownTenant = z.object(tenantQuery);
