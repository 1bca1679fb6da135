import { z } from 'zod';
import { Revision } from '../../kernel/revisions.ts';
import { Abilities, lookupId, requiredText, Timestamp, text } from '../../kernel/shapes.ts';
import { ToolApproval, ToolEffect, ToolRefusal, ToolSchema } from './tool-shapes.ts';

/** The most tools of one MCP server that are read. */
export const mostMcpTools = 500;
/** The most tools of one MCP server that agents may use. */
export const mostMcpChoices = 200;

/** NONE: anybody may call the server. HEADERS: headers with secrets are sent with each request. OAUTH: somebody allowed access at the server. */
export const McpAuthentication = z.enum(['NONE', 'HEADERS', 'OAUTH']);
export type McpAuthentication = z.infer<typeof McpAuthentication>;

/** COMPANY: one account for everybody. PERSON: each member connects an account of their own, and an agent uses that of the person for whom it works. */
export const McpSharing = z.enum(['COMPANY', 'PERSON']);
export type McpSharing = z.infer<typeof McpSharing>;

/** Credentials that the operator of a server issued for this company, where clients cannot register by themselves. */
export const McpClient = z.object({
  id: z.string().trim().min(1, 'Please enter the client id').max(500),
  /** Is never sent back. An empty value keeps the one that is stored for this id; without one, the client is public. */
  secret: z.string().max(2000).default(''),
});

/** A connected account. BROKEN: the server rejects the token, so somebody has to connect again. */
export const McpGrant = z.object({
  state: z.enum(['CONNECTED', 'BROKEN']),
  /** Why it has to be connected again; null while it works. */
  problem: z.string().nullable(),
  /** The person who connected it. */
  by: z.string(),
  at: Timestamp,
  /** The site at which access was allowed. */
  site: z.string(),
});
export type McpGrant = z.infer<typeof McpGrant>;

/** A server at which each member connects an account of their own, as the member sees it. */
export const McpAccount = z.object({
  mcpId: z.string(),
  name: z.string(),
  description: z.string(),
  /** The host of its address. */
  site: z.string(),
  /** The account of the member; null while there is none. */
  grant: McpGrant.nullable(),
});
export type McpAccount = z.infer<typeof McpAccount>;

/** A tool of a server that agents may use. */
export const McpChoice = z.object({
  /** The name that the server gave the tool. */
  name: z.string().min(1).max(200),
  effect: ToolEffect,
  approval: ToolApproval,
});
export type McpChoice = z.infer<typeof McpChoice>;

const HeaderName = z
  .string()
  .regex(/^[A-Za-z0-9-]{1,100}$/, 'Please use letters, digits and “-” in the name of a header, at most 100')
  .refine(
    (name) => !/^(?:host|accept|connection|content-.*|transfer-encoding|mcp-.*)$/i.test(name),
    'This header belongs to the protocol and cannot be set',
  );
const HeaderValue = z
  .string()
  .max(8000)
  .regex(/^[\t\x20-\x7e]*$/, 'The value of a header may only have letters, digits and signs of ASCII');

/** Says of the name of a header what is wrong with it, instead of calling it an invalid key. */
const Headers = z.record(HeaderName, HeaderValue, {
  error: (issue) => (issue.code === 'invalid_key' ? issue.issues[0]?.message : undefined),
});

export const McpSettings = z.object({
  name: requiredText(100, 'Please enter a name'),
  description: text(2000).default(''),
  url: requiredText(2000, 'Please enter the address of the server'),
  /** Without it, the kind follows from `headers`. */
  authentication: McpAuthentication.optional(),
  /** Is never sent back. An empty value keeps the one that is stored, as long as the address stays the same. */
  headers: Headers.default({}),
  /** Whose account is used with OAUTH. What is left out stays as it is. */
  sharing: McpSharing.optional(),
  /** Null: the product registers itself. What is left out stays as it is. */
  client: McpClient.nullable().optional(),
  /** The tools that agents may use; null: all that the server has when its tools are first read. */
  tools: z.array(McpChoice).max(mostMcpChoices).nullable().default(null),
  /** The longest time of a call. */
  timeoutSeconds: z.number().int().min(1).max(600).default(60),
  /** Agents go on without a server that is switched off. */
  active: z.boolean().default(true),
});
export type McpSettings = z.output<typeof McpSettings>;

/** UNKNOWN: not called yet. READY: the last call reached the server. FAILING: it did not. */
export const McpHealth = z.enum(['UNKNOWN', 'READY', 'FAILING']);
export type McpHealth = z.infer<typeof McpHealth>;

/** A tool as a server describes it. */
export const McpTool = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  inputSchema: ToolSchema,
  /** The form of its results, which are checked; null when it promises none, or one that cannot be read. */
  outputSchema: ToolSchema.nullable().default(null),
  /** The server says that the tool changes nothing. */
  isReadOnly: z.boolean(),
  /** Why agents cannot use it; null when they can. */
  problem: z.string().nullable(),
  /** The parts of its arguments and results that are not checked, and why: a sentence each. */
  unchecked: z.array(z.string()).default([]),
});
export type McpTool = z.infer<typeof McpTool>;

export const McpLine = z.object({
  mcpId: z.string(),
  name: z.string(),
  description: z.string(),
  url: z.string(),
  authentication: McpAuthentication,
  sharing: McpSharing,
  /** The account of the company, or of the person who asks; null while there is none. */
  grant: McpGrant.nullable(),
  active: z.boolean(),
  health: McpHealth,
  /** The failure of the last attempt; null when there was none. */
  problem: z.string().nullable(),
  checkedAt: Timestamp.nullable(),
  /** The tools that the server has, and those of them that agents may use. */
  toolCount: z.number().int(),
  chosenCount: z.number().int(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  abilities: Abilities,
});
export type McpLine = z.infer<typeof McpLine>;

/** The tools and prompts of a server, as they were read. */
export const McpOffer = z.object({
  /** The name that the server gives itself. */
  serverName: z.string(),
  /** The revision of the protocol that was agreed on. */
  revision: z.string(),
  tools: z.array(McpTool),
  /** Tools that were not read, because there are too many. */
  leftOut: z.number().int(),
  /** Milliseconds for which the server says that its list of tools counts as current; null when it says nothing. */
  toolsTtlMs: z.number().int().nullable(),
});
export type McpOffer = z.infer<typeof McpOffer>;

export const Mcp = McpLine.extend({
  /** The revision of the settings, which a change names. `revision` is that of the protocol. */
  settingsRevision: Revision,
  ...McpOffer.shape,
  /** The tools that the provider of a model refuses as they are, by their names. */
  refusals: z.record(z.string(), ToolRefusal),
  timeoutSeconds: z.number().int(),
  /** The names of the headers whose values are stored. */
  headerNames: z.array(z.string()),
  /** The id of a client that was entered; null when there is none. */
  clientId: z.string().nullable(),
  /** Null until the tools have been read for the first time. */
  choices: z.array(McpChoice).nullable(),
});
export type Mcp = z.infer<typeof Mcp>;

/** The settings of a form, whose server is asked for its tools. With `mcpId`, values of headers that are left empty are the stored ones. */
export const McpTrial = McpSettings.pick({
  url: true,
  authentication: true,
  headers: true,
  timeoutSeconds: true,
}).extend({ mcpId: lookupId.optional() });
export type McpTrial = z.output<typeof McpTrial>;
