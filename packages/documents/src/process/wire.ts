import * as z from 'zod';
import { Block } from '../block.ts';
import { documentErrorCodes } from '../document-error.ts';
import { Mail } from '../mail/mail.ts';

/** A note for the user about a document that was read nevertheless. */
export const DocumentNote = z.object({
  code: z.enum([
    'documents.read_as',
    'documents.pages_without_text',
    'documents.pages_unreadable',
    'documents.hidden_sheets',
    'documents.hidden_cells',
    'documents.hidden_slides',
    'documents.hidden_text',
    'documents.parts_left_out',
    'documents.quote_unclosed',
    'documents.formulas_without_value',
    'documents.lines_unreadable',
    'documents.encoding_guessed',
    'documents.characters_unreadable',
    'documents.recognised',
    'documents.pages_not_recognised',
    'documents.pages_not_described',
    'documents.pictures_left_out',
    'documents.attachments_left_out',
  ]),
  message: z.string(),
});
export type DocumentNote = z.infer<typeof DocumentNote>;

/** The encoding in which a text file was read, and how sure it is: `chosen` was named by the caller. */
export const TextEncoding = z.object({
  name: z.string().max(40),
  sure: z.enum(['certain', 'likely', 'guessed', 'chosen']),
});
export type TextEncoding = z.infer<typeof TextEncoding>;

/** The lanes in which documents take turns: parsing, and OCR of their pictures, which takes far longer. */
export const Lane = z.enum(['parsing', 'recognition']);
export type Lane = z.infer<typeof Lane>;

/** The number of batches that a child may send before it waits until the parent has taken one. */
export const batchesInFlight = 2;

/** The ways to read pictures: by OCR, each page by a model, or the pictures in a text by a model. */
export const ImageHandling = z.enum(['OCR', 'PAGE', 'IMAGES']);
export type ImageHandling = z.infer<typeof ImageHandling>;

/** A file to parse. `name` is its original name; `path` may be any. */
export const ParserFile = z.object({
  path: z.string(),
  name: z.string(),
  imageHandling: ImageHandling,
  /** True when the bytes of a mail’s attachments are wanted. */
  attachments: z.boolean(),
  /** The encoding with which a text file is read. Without it, the encoding is detected. */
  encoding: z.string().optional(),
});
export type ParserFile = z.infer<typeof ParserFile>;

/** Messages from the parent to the child. */
export const ParserOrder = z.discriminatedUnion('type', [
  ParserFile.extend({ type: z.literal('parse') }),
  z.object({ type: z.literal('more') }),
  z.object({ type: z.literal('go') }),
]);
export type ParserOrder = z.infer<typeof ParserOrder>;

/** Messages from the child to the parent. They are validated, because the child has read a file from outside. */
export const ParserReport = z.discriminatedUnion('type', [
  /** The last batch of a document ends it: no `done` follows, and the child waits for no `more`. */
  z.object({ type: z.literal('batch'), blocks: z.array(Block), isLast: z.boolean().optional() }),
  z.object({ type: z.literal('progress'), fraction: z.number() }),
  /** The number of pages or slides; formats without pages do not send it. */
  z.object({ type: z.literal('pages'), count: z.int().min(1) }),
  z.object({ type: z.literal('note'), note: DocumentNote }),
  /** Only text files send it. */
  z.object({ type: z.literal('encoding'), encoding: TextEncoding }),
  z.object({ type: z.literal('mail'), mail: Mail }),
  /** The next bytes of an attachment, in base64. The child counts them like a batch. */
  z.object({ type: z.literal('attachment'), place: z.int().min(0), data: z.base64() }),
  /** The child waits for `go`. */
  z.object({ type: z.literal('turn'), lane: Lane }),
  z.object({ type: z.literal('done') }),
  z.object({ type: z.literal('failed'), code: z.enum(documentErrorCodes), detail: z.string() }),
]);
export type ParserReport = z.infer<typeof ParserReport>;
