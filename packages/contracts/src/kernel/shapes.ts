import { z } from 'zod';

/** Opaque id with a type prefix, for example `kb_…`. */
export const idSchemaFor = (prefix: string) =>
  z
    .string()
    // expression-is-made: a constant prefix and one class of letters, of bounded length.
    .regex(new RegExp(`^${prefix}_[0-9a-z]{20,32}$`), `must be an id that begins with ${prefix}_`)
    .describe(`An id that begins with ${prefix}_`);

/** An id in a path or filter that is looked up and answered with 404 when it names nothing. */
export const lookupId = z.string().min(1).max(100);

/** Text input: trimmed, without NUL, at most `max` characters. Blank counts as missing (API-17). */
export const text = (max: number) =>
  z
    .string()
    .transform((value) => value.replaceAll('\0', '').trim())
    .pipe(z.string().max(max));

export const requiredText = (max: number, message: string) =>
  z
    .string({ error: message })
    .transform((value) => value.replaceAll('\0', '').trim())
    .pipe(z.string().min(1, message).max(max));

export const Timestamp = z.iso.datetime();

/** Query parameters that old clients send. They are never trusted: a `tenantId` that differs from the session's is refused with 403. */
export const tenantQuery = { tenantId: z.string().max(100).optional() };

/** Cursor paging: `cursor` is opaque, `limit` at most 100. */
export const pageQuery = {
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
  search: text(200).optional(),
};

export const pageSchemaFor = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable(), total: z.number().int() });

export const Abilities = z.record(z.string(), z.boolean());

export const Done = z.object({ done: z.literal(true) });

/** A position in a document: a page, counted from 1, or a second of a recording, counted from 0. */
export const documentPosition = {
  page: z.number().int().nullable(),
  second: z.number().int().nullable(),
};
