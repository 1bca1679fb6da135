import type { FieldValues } from '@atelier/contracts/fields/fields';
import type { FetchMessageObject, ImapFlow } from 'imapflow';
import type { PieceIo } from '../../piece.ts';
import { inMailbox } from './mailbox.ts';

/** The place up to which a folder was read. */
export type MailboxPlace = {
  uidValidity: string;
  /** The smallest number that was not read. */
  next: number;
  /** Set while a folder that was made anew is searched for mails that had arrived before: their day. */
  since: string | null;
};

/** A mail of a folder as its server has it. */
export interface MailboxMail {
  uid: number;
  uidValidity: string;
  /** Null when it has more than 25 MB. */
  bytes: Buffer | null;
  size: number;
  messageId: string;
  /** The head as the server read it, for mails that cannot be read. */
  head: { name: string; address: string; subject: string; date: string };
  /** The place after this mail. */
  after: MailboxPlace;
}

export interface MailboxCall {
  connection: FieldValues;
  io: PieceIo;
  signal: AbortSignal;
  folder: string;
}

/** Mails of more bytes are taken with their head only. */
const largestMail = 25 * 1024 * 1024;

const uidsFrom = async (client: ImapFlow, { next, since }: MailboxPlace): Promise<number[]> => {
  const found = await client.search(
    { uid: `${next}:*`, ...(since === null ? {} : { since: new Date(since) }) },
    { uid: true },
  );
  // `*` is the newest mail, which is found even when its number is smaller.
  return (Array.isArray(found) ? found : []).filter((uid) => uid >= next).sort((a, b) => a - b);
};

const isoDate = (date: Date | string | undefined): string => {
  const moment = new Date(date ?? Number.NaN);
  return Number.isNaN(moment.getTime()) ? '' : moment.toISOString();
};

const headOf = ({ envelope, internalDate }: FetchMessageObject): MailboxMail['head'] => {
  const sender = envelope?.from?.[0];
  return {
    name: sender?.name ?? '',
    address: sender?.address ?? '',
    subject: envelope?.subject ?? '',
    date: isoDate(envelope?.date ?? internalDate),
  };
};

const readBytes = async (client: ImapFlow, uid: number, size: number): Promise<Buffer | null> => {
  if (size > largestMail) return null;
  const found = await client.fetchOne(String(uid), { source: true }, { uid: true });
  return (found && found.source) || null;
};

const day = 24 * 3600_000;

/** Where reading begins: behind what is there the first time, and at the day of the last look in a folder that was made anew. */
const placeOf = (
  known: MailboxPlace | null,
  box: { uidValidity: string; uidNext: number },
  lookedAt: string | null,
): MailboxPlace => {
  const { uidValidity } = box;
  if (known?.uidValidity === uidValidity) return known;
  if (known === null || lookedAt === null) return { uidValidity, next: box.uidNext, since: null };
  return { uidValidity, next: 1, since: new Date(Date.parse(lookedAt) - day).toISOString() };
};

/**
 * Reads the mails of a folder that come after a place, the oldest first, and calls `take` with each, which returns false to stop. Mails stay
 * as they are in the folder. Returns the place up to which it was read. Throws PieceError.
 */
export const readMailbox = (
  call: MailboxCall,
  {
    known,
    lookedAt,
    most,
    take,
  }: {
    known: MailboxPlace | null;
    lookedAt: string | null;
    most: number;
    take: (mail: MailboxMail) => Promise<boolean>;
  },
): Promise<{ place: MailboxPlace; hasMore: boolean }> =>
  inMailbox(call, call.folder, async (client, box) => {
    const begin = placeOf(known, box, lookedAt);
    const uids = await uidsFrom(client, begin);
    let place = begin;
    for (const uid of uids.slice(0, most)) {
      const wanted = { uid: true, envelope: true, internalDate: true, size: true } as const;
      const found = await client.fetchOne(String(uid), wanted, { uid: true });
      place = { ...place, next: uid + 1 };
      // It was deleted meanwhile.
      if (!found) continue;
      const size = found.size ?? 0;
      const bytes = await readBytes(client, uid, size);
      const messageId = found.envelope?.messageId ?? '';
      const mail = { uid, uidValidity: box.uidValidity, bytes, size, messageId, head: headOf(found) };
      if (!(await take({ ...mail, after: place }))) return { place, hasMore: false };
    }
    const hasMore = uids.length > most;
    return { place: hasMore ? place : { ...place, since: null }, hasMore };
  });

/**
 * Waits in a folder and calls `onMail` when something arrives after a place (RFC 2177), also when it came before the wait began. Returns when
 * the signal aborts or the server ends it. Throws PieceError.
 */
export const watchMailbox = (call: MailboxCall, { next }: MailboxPlace, onMail: () => void): Promise<void> =>
  inMailbox(call, call.folder, async (client, box) => {
    client.on('exists', ({ count, prevCount }) => {
      if (count > prevCount) onMail();
    });
    if (box.uidNext > next) onMail();
    const stop = () => client.close();
    call.signal.addEventListener('abort', stop, { once: true });
    while (client.usable && !call.signal.aborted) await client.idle();
  });
