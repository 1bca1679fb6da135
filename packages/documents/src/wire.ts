import * as z from 'zod';
import { Block } from './block.ts';
import { documentErrorCodes } from './document-error.ts';

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
  ]),
  message: z.string(),
});
export type DocumentNote = z.infer<typeof DocumentNote>;

/** Batches that a child may send before it has to wait for the parent to take one. */
export const batchesInFlight = 2;

/** Parent → child. */
export const ParserOrder = z.discriminatedUnion('type', [
  z.object({ type: z.literal('parse'), path: z.string(), name: z.string() }),
  z.object({ type: z.literal('more') }),
]);
export type ParserOrder = z.infer<typeof ParserOrder>;

/** Child → parent. Checked on arrival: the child has read a stranger's file. */
export const ParserReport = z.discriminatedUnion('type', [
  z.object({ type: z.literal('batch'), blocks: z.array(Block) }),
  z.object({ type: z.literal('progress'), fraction: z.number() }),
  z.object({ type: z.literal('note'), note: DocumentNote }),
  z.object({ type: z.literal('done') }),
  z.object({ type: z.literal('failed'), code: z.enum(documentErrorCodes), detail: z.string() }),
]);
export type ParserReport = z.infer<typeof ParserReport>;
