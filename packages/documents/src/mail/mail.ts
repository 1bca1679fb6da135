import * as z from 'zod';
import { documentErrorCodes } from '../document-error.ts';

export const MailAddress = z.object({ name: z.string(), address: z.string() });
export type MailAddress = z.infer<typeof MailAddress>;

export const MailAttachment = z.object({
  name: z.string(),
  /** The media type that the mail states. */
  type: z.string(),
  bytes: z.int().min(0),
  /** False for what is above the limits of a mail. Only its name is known. */
  isKept: z.boolean(),
});
export type MailAttachment = z.infer<typeof MailAttachment>;

/** A mail that was read. Texts are empty where the mail has none. */
export const Mail = z.object({
  from: MailAddress,
  replyTo: MailAddress,
  to: z.array(MailAddress),
  cc: z.array(MailAddress),
  subject: z.string(),
  /** ISO 8601, or as it was written when it is no date. */
  date: z.string(),
  messageId: z.string(),
  inReplyTo: z.string(),
  /** The words of the mail; those of its web page when it has no plain text. */
  text: z.string(),
  attachments: z.array(MailAttachment),
  /** Why only the head could be read; null when all was. */
  problem: z.enum(documentErrorCodes).nullable(),
});
export type Mail = z.infer<typeof Mail>;

/** The limits of a mail. What is above them is left out, and the rest is read. */
export const mailLimits = {
  /** Parts within parts. */
  depth: 100,
  headerBytes: 1024 * 1024,
  addresses: 100,
  /** Characters of a name, a subject or another line of the head. */
  line: 1000,
  characters: 1_000_000,
  attachments: 100,
  attachmentBytes: 25 * 1024 * 1024,
} as const;
