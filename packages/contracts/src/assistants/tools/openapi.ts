import { z } from 'zod';
import { lookupId, requiredText, tenantQuery, text } from '../../kernel/shapes.ts';

/** The most characters of a document. */
export const longestOpenApi = 2_000_000;
/** The most operations of a document that are listed, and that become tools at once. */
export const mostOperations = 2000;
export const mostAtOnce = 50;

/** A document in JSON or YAML: as a text, or by its address. */
export const OpenApiSource = z.object({
  ...tenantQuery,
  document: text(longestOpenApi).default(''),
  url: text(4000).default(''),
});

/** An operation of a document. */
export const OpenApiOperation = z.object({
  /** Method and path. */
  key: z.string(),
  method: z.string(),
  path: z.string(),
  name: z.string(),
  description: z.string(),
  /** Why it cannot become a tool; null when it can. */
  problem: z.string().nullable(),
  /** The parts of its arguments that are not checked, and why: a sentence each. */
  unchecked: z.array(z.string()),
  /** The parts of the operation that are not sent, and why: a sentence each. */
  omitted: z.array(z.string()),
  /** The address of its own that the document gives it; null where it has that of the document. */
  server: z.string().nullable(),
});
export type OpenApiOperation = z.infer<typeof OpenApiOperation>;

export const OpenApiContents = z.object({
  title: z.string(),
  /** The addresses that the document names. */
  servers: z.array(z.string()),
  operations: z.array(OpenApiOperation),
  /** Operations that are not listed, because there are too many. */
  leftOut: z.number().int(),
  /** Parts of the document that are not read, and why: a sentence each. */
  notes: z.array(z.string()),
});
export type OpenApiContents = z.infer<typeof OpenApiContents>;

export const OpenApiChoice = OpenApiSource.extend({
  keys: z.array(z.string().max(4100)).min(1, 'Please choose an operation').max(mostAtOnce),
  /** The address that the paths are added to. */
  server: requiredText(2000, 'Please enter the address of the API'),
  connectionId: lookupId.nullable().default(null),
});
