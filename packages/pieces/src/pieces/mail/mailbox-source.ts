import type { FieldValues } from '@atelier/contracts/fields/fields';
import type { FetchMessageObject, ImapFlow } from 'imapflow';
import type { PieceIo } from '../../piece.ts';
import { inMailbox } from './mailbox.ts';
import { readContent } from './read-content.ts';

/** The place up to which a folder was read. */
export type MailboxPlace = {
  uidValidity: string;
  /** The smallest number that was not read. */
  next: number;
  /** Set while a folder is searched for the mails of some days, because their numbers do not say which are new: the first of these days. */
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

const readMailHead = ({ envelope, internalDate }: FetchMessageObject): MailboxMail['head'] => {
  const sender = envelope?.from?.[0];
  return {
    name: sender?.name ?? '',
    address: sender?.address ?? '',
    subject: envelope?.subject ?? '',
    date: isoDate(envelope?.date ?? internalDate),
  };
};

const readBytes = async (client: ImapFlow, uid: number, size: number): Promise<Buffer | null> =>
  size > largestMail ? null : readContent(client, uid, { maxBytes: largestMail });

const day = 24 * 3600_000;
/** A first look that comes later than this asks the mail server when each mail arrived, whose clock may differ from ours by as much. */
const promptMs = 60_000;

const dayBefore = (moment: Date): string => new Date(moment.getTime() - day).toISOString();

/**
 * Returns the point at which reading begins: behind the mails of a first poll that comes at once, at the day from which mails count when it comes late, and at
 * the day of the last look in a folder that was made anew.
 */
const chooseStart = (
  { known, lookedAt, from, now }: Pick<Reading, 'known' | 'lookedAt' | 'from' | 'now'>,
  { uidValidity, uidNext }: { uidValidity: string; uidNext: number },
): MailboxPlace => {
  if (known?.uidValidity === uidValidity) return known;
  if (lookedAt !== null) return { uidValidity, next: 1, since: dayBefore(new Date(lookedAt)) };
  const isPrompt = now.getTime() - from.getTime() < promptMs;
  return isPrompt
    ? { uidValidity, next: uidNext, since: null }
    : { uidValidity, next: 1, since: dayBefore(from) };
};

const arrivedBefore = ({ internalDate }: FetchMessageObject, from: Date): boolean =>
  internalDate !== undefined && new Date(internalDate).getTime() < from.getTime() - promptMs;

interface Reading {
  /** The place up to which the folder was read; null before the first look. */
  known: MailboxPlace | null;
  /** The last look that succeeded. */
  lookedAt: string | null;
  /** Mails that arrived before are old. */
  from: Date;
  now: Date;
  most: number;
  take(mail: MailboxMail): Promise<void>;
}

/**
 * Reads the mails of a folder that come after a place, the oldest first, and calls `take` with each. Mails stay as they are in the folder.
 * Returns the place up to which it was read. Throws PieceError.
 */
export const readMailbox = (
  call: MailboxCall,
  { most, take, ...reading }: Reading,
): Promise<{ place: MailboxPlace; hasMore: boolean }> =>
  inMailbox(call, call.folder, async (client, box) => {
    const begin = chooseStart(reading, box);
    const uids = await uidsFrom(client, begin);
    let place = begin;
    let taken = 0;
    for (const uid of uids) {
      if (taken === most) return { place, hasMore: true };
      const wanted = { uid: true, envelope: true, internalDate: true, size: true } as const;
      const found = await client.fetchOne(String(uid), wanted, { uid: true });
      place = { ...place, next: uid + 1 };
      // It was deleted meanwhile, or was there before anybody asked for it.
      if (!found || (place.since !== null && arrivedBefore(found, reading.from))) continue;
      const size = found.size ?? 0;
      const bytes = await readBytes(client, uid, size);
      const messageId = found.envelope?.messageId ?? '';
      await take({
        uid,
        uidValidity: box.uidValidity,
        bytes,
        size,
        messageId,
        head: readMailHead(found),
        after: place,
      });
      taken += 1;
    }
    return { place: { ...place, since: null }, hasMore: false };
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
