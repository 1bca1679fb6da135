import * as z from 'zod';
import { Block } from '../block.ts';
import { documentErrorCodes } from '../document-error.ts';

/** Something worth telling a person about a document that was read all the same. */
export const DocumentNote = z.object({
  code: z.enum([
    'documents.read_as',
    'documents.pages_without_text',
    'documents.pages_unreadable',
    'documents.hidden_sheets',
    'documents.lines_unreadable',
    'documents.recognised',
    'documents.pages_not_recognised',
    'documents.pages_not_described',
    'documents.pictures_left_out',
  ]),
  message: z.string(),
});
export type DocumentNote = z.infer<typeof DocumentNote>;

/** What a document takes turns for: reading it, or recognising text in its pictures, which takes far longer. */
export const Lane = z.enum(['parsing', 'recognition']);
export type Lane = z.infer<typeof Lane>;

/** Batches that a child may send before it has to wait for the parent to take one. */
export const batchesInFlight = 2;

/** How pictures are read: by text recognition, each page by a model, or the pictures in a text by a model. */
export const ImageHandling = z.enum(['OCR', 'PAGE', 'IMAGES']);
export type ImageHandling = z.infer<typeof ImageHandling>;

/** A file to parse. `name` is the one that its owner gave it; `path` may be opaque. */
export const ParserFile = z.object({ path: z.string(), name: z.string(), imageHandling: ImageHandling });
export type ParserFile = z.infer<typeof ParserFile>;

/** Parent → child. */
export const ParserOrder = z.discriminatedUnion('type', [
  ParserFile.extend({ type: z.literal('parse') }),
  z.object({ type: z.literal('more') }),
  z.object({ type: z.literal('go') }),
]);
export type ParserOrder = z.infer<typeof ParserOrder>;

/** Child → parent. Checked on arrival: the child has read a stranger's file. */
export const ParserReport = z.discriminatedUnion('type', [
  z.object({ type: z.literal('batch'), blocks: z.array(Block) }),
  z.object({ type: z.literal('progress'), fraction: z.number() }),
  /** How many pages or slides the file has; the formats without pages send none. */
  z.object({ type: z.literal('pages'), count: z.int().min(1) }),
  z.object({ type: z.literal('note'), note: DocumentNote }),
  /** The child waits for `go`. */
  z.object({ type: z.literal('turn'), lane: Lane }),
  z.object({ type: z.literal('done') }),
  z.object({ type: z.literal('failed'), code: z.enum(documentErrorCodes), detail: z.string() }),
]);
export type ParserReport = z.infer<typeof ParserReport>;
