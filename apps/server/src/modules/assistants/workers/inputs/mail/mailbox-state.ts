import { createHash } from 'node:crypto';
import type { JsonValue } from '@atelier/contracts/fields/field-values';
import type { MailboxMail } from '@atelier/pieces/mailbox';
import { z } from 'zod';

/** The state of a mailbox between two polls. */
export const MailboxState = z.object({
  /** The folder for which all of this holds. */
  folder: z.string(),
  /** The place up to which it was read; null before the first look. */
  place: z.object({ uidValidity: z.string(), next: z.int(), since: z.string().nullable() }).nullable(),
  /** The mails that were taken last, by which they are known in a folder that was made anew. */
  taken: z.array(z.string()),
  /** The last look that succeeded. */
  lookedAt: z.string().nullable(),
});
export type MailboxState = z.infer<typeof MailboxState>;

const mostTaken = 2000;

/** Returns what is known of a folder; nothing when another one was chosen. */
export const readState = (stored: JsonValue | null, folder: string): MailboxState => {
  const read = MailboxState.safeParse(stored).data;
  return read?.folder === folder ? read : { folder, place: null, taken: [], lookedAt: null };
};

/** Identifies a mail by what it says of itself, whatever its number is. */
export const markOf = ({ messageId, head, size }: MailboxMail): string =>
  createHash('sha256')
    .update(JSON.stringify(messageId === '' ? [head, size] : [messageId]))
    .digest('base64url')
    .slice(0, 16);

/** True for a mail that was taken before the folder was made anew. */
export const wasTaken = ({ taken }: MailboxState, mail: MailboxMail): boolean =>
  mail.after.since !== null && taken.includes(markOf(mail));

export const withTaken = (state: MailboxState, mail: MailboxMail): MailboxState => ({
  ...state,
  place: mail.after,
  taken: [...state.taken.filter((mark) => mark !== markOf(mail)), markOf(mail)].slice(-mostTaken),
});
