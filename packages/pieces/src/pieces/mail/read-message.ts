import type { JsonValue } from '@atelier/contracts/fields/field-values';
import type { FetchMessageObject, ImapFlow, MessageStructureObject } from 'imapflow';
import type { FileValue } from '../../files.ts';
import type { PieceFiles } from '../../platform.ts';
import { textOfPage } from '../../text-of-page.ts';
import { readContent } from './read-content.ts';

/** The fields that are read of each message, besides its parts. */
export const headOfMessage = {
  uid: true,
  envelope: true,
  flags: true,
  internalDate: true,
  size: true,
  bodyStructure: true,
} as const;

/** The most bytes that are read of a text. */
const mostBytes = 1024 * 1024;
const mostAttachments = 100;

type Envelope = NonNullable<FetchMessageObject['envelope']>;
type Address = NonNullable<Envelope['from']>[number];

const presentAddress = ({ name, address }: Address): JsonValue => ({
  name: name ?? '',
  address: address ?? '',
});
const presentAddresses = (list: Address[] | undefined): JsonValue[] =>
  (list ?? []).slice(0, 100).map(presentAddress);

const presentDate = (date: Date | string | undefined): string | null => {
  const moment = new Date(date ?? Number.NaN);
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString();
};

const presentEnvelope = ({ messageId = '', inReplyTo = '', subject = '', ...envelope }: Envelope) => {
  const [sender = {}] = envelope.from ?? [];
  return {
    messageId,
    inReplyTo,
    from: presentAddress(sender),
    to: presentAddresses(envelope.to),
    cc: presentAddresses(envelope.cc),
    replyTo: presentAddress(envelope.replyTo?.[0] ?? sender),
    subject,
  };
};

/** Returns what lists show of a message. */
export const presentHead = ({ uid, envelope = {}, flags = new Set(), ...message }: FetchMessageObject) => ({
  uid,
  ...presentEnvelope(envelope),
  date: presentDate(envelope.date ?? message.internalDate),
  isRead: flags.has('\\Seen'),
  isFlagged: flags.has('\\Flagged'),
  bytes: message.size ?? 0,
});

/** The parts of a message that contain no parts themselves, without a limit of depth. */
const listLeaves = (root: MessageStructureObject | undefined): MessageStructureObject[] => {
  const leaves: MessageStructureObject[] = [];
  const open = root ? [root] : [];
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.childNodes?.length) open.push(...[...node.childNodes].reverse());
    else leaves.push(node);
  }
  return leaves;
};

const readPartName = ({ dispositionParameters, parameters }: MessageStructureObject): string =>
  (dispositionParameters?.['filename'] ?? parameters?.['name'] ?? '').slice(0, 300);

const isAttachment = (part: MessageStructureObject): boolean =>
  part.disposition === 'attachment' || !part.type.startsWith('text/') || readPartName(part) !== '';

const readText = async (
  client: ImapFlow,
  uid: number,
  part: MessageStructureObject | undefined,
): Promise<string> => {
  if (!part) return '';
  const bytes = await readContent(client, uid, { part: part.part ?? '1', maxBytes: mostBytes });
  // Texts arrive in UTF-8, whatever the message uses.
  return (bytes?.toString('utf8') ?? '').replaceAll('\0', '').replaceAll('\r\n', '\n');
};

/** The most bytes of attachments that are kept of one mail. */
const mostKept = 20 * 1024 * 1024;

/** Keeps an attachment as a file; null when it is too large. */
const keepAttachment = async (
  client: ImapFlow,
  uid: number,
  { part, files, room }: { part: MessageStructureObject; files: PieceFiles; room: number },
): Promise<FileValue | null> => {
  const bytes = await readContent(client, uid, { part: part.part ?? '1', maxBytes: room + 1 });
  if (!bytes || bytes.length > room) return null;
  return files.write({ name: readPartName(part), type: part.type, bytes });
};

const presentAttachments = async (
  client: ImapFlow,
  uid: number,
  { parts, files }: { parts: MessageStructureObject[]; files: PieceFiles | undefined },
): Promise<JsonValue[]> => {
  const shown: JsonValue[] = [];
  let room = mostKept;
  for (const part of parts) {
    const about = { name: readPartName(part), type: part.type, bytes: part.size ?? 0 };
    const file = files ? await keepAttachment(client, uid, { part, files, room }) : undefined;
    room -= file?.size ?? 0;
    shown.push(file === undefined ? about : { ...about, file });
  }
  return shown;
};

/** Returns a message with its text. With `files`, its attachments are kept.  A message that only has HTML has the words of it as its text. */
export const presentMessage = async (client: ImapFlow, message: FetchMessageObject, files?: PieceFiles) => {
  const leaves = listLeaves(message.bodyStructure);
  const find = (type: string) => leaves.find((part) => part.type === type && !isAttachment(part));
  const plain = await readText(client, message.uid, find('text/plain'));
  const html = await readText(client, message.uid, find('text/html'));
  const attachments = leaves.filter(isAttachment).slice(0, mostAttachments);
  return {
    ...presentHead(message),
    text: plain.trim() === '' ? textOfPage(html) : plain.trim(),
    html: html.trim(),
    attachments: await presentAttachments(client, message.uid, { parts: attachments, files }),
  };
};
