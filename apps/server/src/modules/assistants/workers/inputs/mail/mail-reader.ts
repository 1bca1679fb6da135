import { createHash } from 'node:crypto';
import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { PieceError } from '@atelier/pieces';
import { type MailboxMail, readMailbox } from '@atelier/pieces/mailbox';
import { z } from 'zod';
import { AppError } from '../../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../../kernel/context/context.ts';
import {
  hideSecrets,
  inTurn,
  type OpenedConnection,
  openConnection,
  outboundIo,
} from '../../../../content/connections/index.ts';
import type { InputReader, Look, Looked } from '../input-reader.ts';
import { mailboxWatchers } from './mailbox-watchers.ts';
import { readMailInput } from './read-mail.ts';

/** The state of a mailbox between two polls. */
const MailboxState = z.object({
  /** The mail folder that the other fields describe. */
  folder: z.string(),
  /** The place up to which it was read; null before the first look. */
  place: z.object({ uidValidity: z.string(), next: z.int(), since: z.string().nullable() }).nullable(),
  /** The mails that were taken last, by which they are known in a folder that was made anew. */
  taken: z.array(z.string()),
  /** The last look that succeeded. */
  lookedAt: z.string().nullable(),
});
type MailboxState = z.infer<typeof MailboxState>;

const mostTaken = 2000;

/** Returns what is known of a folder; nothing when another one was chosen. */
const readState = (stored: JsonValue | null, folder: string): MailboxState => {
  const read = MailboxState.safeParse(stored).data;
  return read?.folder === folder ? read : { folder, place: null, taken: [], lookedAt: null };
};

/** Identifies a mail by what it says of itself, whatever its number is. */
const fingerprintMail = ({ messageId, head, size }: MailboxMail): string =>
  createHash('sha256')
    .update(JSON.stringify(messageId === '' ? [head, size] : [messageId]))
    .digest('base64url')
    .slice(0, 16);

/** True for a mail that was taken before the folder was made anew. */
const wasTaken = ({ taken }: MailboxState, mail: MailboxMail): boolean =>
  mail.after.since !== null && taken.includes(fingerprintMail(mail));

const withTaken = (state: MailboxState, mail: MailboxMail): MailboxState => ({
  ...state,
  place: mail.after,
  taken: [...state.taken.filter((mark) => mark !== fingerprintMail(mail)), fingerprintMail(mail)].slice(
    -mostTaken,
  ),
});

/** The most mails of one look; further ones come with the next, which follows at once. */
const mostMails = 10;
const minute = 60_000;
/** The longest that a look waits for the turn of its connection. */
const turnPatienceMs = 30_000;

type MailLook = Look<'MAIL'>;

const buildMailCall = (ctx: Ctx, { settings }: MailLook, { values: connection }: OpenedConnection) => ({
  ...{ connection, io: outboundIo(ctx.services.outbound), folder: settings.folder },
});

const explained = (error: unknown, opened: OpenedConnection): unknown => {
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return new AppError('workers.mailbox_unreadable', undefined, {
      message: 'The mail server did not answer in time. It is asked again later.',
    });
  return error instanceof PieceError
    ? new AppError('workers.mailbox_unreadable', undefined, { message: hideSecrets(opened, error.message) })
    : error;
};

const readNew = async (ctx: Ctx, look: MailLook, opened: OpenedConnection): Promise<Looked> => {
  const inputs: Looked['inputs'][number][] = [];
  let state: MailboxState = readState(look.state, look.settings.folder);
  const call = { ...buildMailCall(ctx, look, opened), signal: look.signal };
  const { place, lookedAt } = state;
  const read = await readMailbox(call, {
    ...{ known: place, lookedAt, from: look.setAt, now: ctx.now(), most: mostMails },
    take: async (mail) => {
      if (!wasTaken(state, mail)) {
        const inputKey = `mail/${look.inputId}/${mail.uidValidity}/${mail.uid}`;
        const { given, uploads } = await readMailInput(ctx, mail);
        inputs.push({ ...given, uploads, inputKey });
      }
      state = withTaken(state, mail);
    },
  });
  return {
    inputs,
    hasMore: read.hasMore,
    state: { ...state, place: read.place, lookedAt: ctx.now().toISOString() },
  };
};

/**
 * Gives the worker each mail that arrives in a folder. The place up to which it was read is stored with the records, so that a crash neither
 * loses nor repeats a mail. Mails stay in the folder as they are.
 */
export const mailReader: InputReader<'MAIL'> = {
  kind: 'MAIL',
  nextAt: ({ everyMinutes }, after) => new Date(after.getTime() + everyMinutes * minute),
  read: async (ctx, look) => {
    const opened = await openConnection(ctx, look.settings.connectionId);
    try {
      const turn = { connectionId: opened.id, input: {}, signal: look.signal, patienceMs: turnPatienceMs };
      return await inTurn(ctx, turn, () => readNew(ctx, look, opened));
    } catch (error) {
      throw explained(error, opened);
    }
  },
  /** Watches the folder, so that the next look comes with the next mail. */
  settle: async (ctx, look, stored) => {
    const { inputId, settings } = look;
    const { place } = readState(stored, settings.folder);
    if (!place) return;
    const opened = await openConnection(ctx, settings.connectionId);
    ctx.use(mailboxWatchers).watch(ctx, {
      ...{ inputId, everyMinutes: settings.everyMinutes, place, call: buildMailCall(ctx, look, opened) },
      revision: `${opened.revision} ${settings.folder}`,
    });
  },
};
