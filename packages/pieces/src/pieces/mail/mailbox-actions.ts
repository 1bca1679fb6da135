import type { JsonValue } from '@atelier/contracts/fields/field-values';
import type { Field, FieldValues } from '@atelier/contracts/fields/fields';
import type { ImapFlow } from 'imapflow';
import { type OutwardAction, PieceError } from '../../piece.ts';
import { isOn, readNumberField, readTextField } from '../../values.ts';
import { inMailbox, mailboxField, readMailboxName } from './mailbox.ts';
import { headOfMessage, presentHead, presentMessage } from './read-message.ts';

const uidField: Field = {
  name: 'uid',
  label: 'Number of the mail',
  type: 'NUMBER',
  required: true,
  min: 1,
  max: 4_294_967_295,
  description: 'The `uid` of a mail in this folder, as the trigger and the list return it.',
};

const readUid = (input: FieldValues): number => Math.floor(readNumberField(input, 'uid') ?? 0);

const missing = (input: FieldValues): PieceError =>
  new PieceError(
    'pieces.not_found',
    `There is no mail ${readUid(input)} in “${readMailboxName(input)}” any more. It may have been moved or deleted.`,
  );

const findHead = async (client: ImapFlow, input: FieldValues) => {
  const found = await client.fetchOne(String(readUid(input)), headOfMessage, { uid: true });
  if (!found) throw missing(input);
  return found;
};

const head = {
  uid: 17,
  messageId: '<abc@example.com>',
  inReplyTo: '',
  from: { name: 'Ann', address: 'ann@example.com' },
  to: [{ name: '', address: 'help@example.com' }],
  cc: [],
  replyTo: { name: 'Ann', address: 'ann@example.com' },
  subject: 'Where is my order?',
  date: '2026-03-02T09:30:00.000Z',
  isRead: false,
  isFlagged: false,
  bytes: 2048,
};

export const messageSample = { ...head, text: 'Hello, where is my order?', html: '', attachments: [] };

export const attachmentsField: Field = {
  name: 'withAttachments',
  label: 'Keep attachments as files',
  type: 'CHECKBOX',
  default: false,
  description: 'Up to 20 MB of a mail. Each attachment gets a `file`, which is empty where there is no room.',
};

const search = (input: FieldValues) => {
  const [from, subject] = [readTextField(input, 'from').trim(), readTextField(input, 'subject').trim()];
  const days = readNumberField(input, 'days');
  return {
    ...(from === '' ? {} : { from }),
    ...(subject === '' ? {} : { subject }),
    ...(isOn(input, 'unreadOnly') ? { seen: false } : {}),
    ...(days === undefined ? {} : { since: new Date(Date.now() - days * 24 * 3600_000) }),
  };
};

/** Lists the newest mails that fit. */
const list = async (client: ImapFlow, input: FieldValues): Promise<JsonValue> => {
  const asked = search(input);
  const found = await client.search(Object.keys(asked).length === 0 ? { all: true } : asked, { uid: true });
  const uids = (Array.isArray(found) ? found : [])
    .sort((a, b) => b - a)
    .slice(0, readNumberField(input, 'limit') ?? 20);
  if (uids.length === 0) return [];
  const heads = await client.fetchAll(uids, headOfMessage, { uid: true });
  return heads.map(presentHead).sort((a, b) => b.uid - a.uid);
};

const marks: Readonly<Record<string, { flag: string; isSet: boolean }>> = {
  READ: { flag: '\\Seen', isSet: true },
  UNREAD: { flag: '\\Seen', isSet: false },
  FLAGGED: { flag: '\\Flagged', isSet: true },
  UNFLAGGED: { flag: '\\Flagged', isSet: false },
};

const mark = async (client: ImapFlow, input: FieldValues): Promise<JsonValue> => {
  await findHead(client, input);
  const { flag, isSet } = marks[readTextField(input, 'as')] ?? { flag: '\\Seen', isSet: true };
  const range = String(readUid(input));
  if (isSet) await client.messageFlagsAdd(range, [flag], { uid: true });
  else await client.messageFlagsRemove(range, [flag], { uid: true });
  return presentHead(await findHead(client, input));
};

const move = async (client: ImapFlow, input: FieldValues): Promise<JsonValue> => {
  const { uid } = await findHead(client, input);
  const target = readTextField(input, 'target').trim();
  const moved = await client.messageMove(String(uid), target, { uid: true });
  if (moved) return { mailbox: target, uid: moved.uidMap?.get(uid) ?? null };
  throw new PieceError(
    'pieces.not_found',
    `The mail could not be moved to “${target}”. Please enter the name of a folder as the server has it.`,
  );
};

export const mailboxActions: readonly OutwardAction[] = [
  {
    kind: 'outward',
    repeat: 'with-key',
    name: 'list_mails',
    displayName: 'List mails',
    description: 'Returns the newest mails of a folder that fit, without their text.',
    fields: [
      mailboxField,
      { name: 'from', label: 'Sender contains', type: 'SHORT_TEXT', max: 300 },
      { name: 'subject', label: 'Subject contains', type: 'SHORT_TEXT', max: 300 },
      { name: 'unreadOnly', label: 'Unread mails only', type: 'CHECKBOX', default: false },
      { name: 'days', label: 'Of the last days', type: 'NUMBER', min: 1, max: 3650 },
      { name: 'limit', label: 'Most mails', type: 'NUMBER', min: 1, max: 200, default: 20 },
    ],
    sample: [head],
    run: (call) => inMailbox(call, readMailboxName(call.input), (client) => list(client, call.input)),
  },
  {
    kind: 'outward',
    repeat: 'with-key',
    name: 'read_mail',
    displayName: 'Read a mail',
    description: 'Returns a mail with its text and its attachments. It stays as read or unread as it is.',
    fields: [mailboxField, uidField, attachmentsField],
    sample: messageSample,
    run: (call) =>
      inMailbox(call, readMailboxName(call.input), async (client) =>
        presentMessage(
          client,
          await findHead(client, call.input),
          isOn(call.input, 'withAttachments') ? call.platform.files : undefined,
        ),
      ),
  },
  {
    kind: 'outward',
    repeat: 'with-key',
    name: 'mark_mail',
    displayName: 'Mark a mail',
    description: 'Marks a mail as read or unread, or flags it.',
    fields: [
      mailboxField,
      uidField,
      {
        name: 'as',
        label: 'As',
        type: 'STATIC_DROPDOWN',
        required: true,
        default: 'READ',
        options: [
          { value: 'READ', label: 'Read' },
          { value: 'UNREAD', label: 'Unread' },
          { value: 'FLAGGED', label: 'Flagged' },
          { value: 'UNFLAGGED', label: 'Not flagged' },
        ],
      },
    ],
    sample: { ...head, isRead: true },
    run: (call) => inMailbox(call, readMailboxName(call.input), (client) => mark(client, call.input)),
  },
  {
    kind: 'outward',
    // A second move would look for the mail in a folder that it has left.
    repeat: 'never',
    name: 'move_mail',
    displayName: 'Move a mail',
    description: 'Moves a mail to another folder.',
    fields: [
      mailboxField,
      uidField,
      {
        name: 'target',
        label: 'To the folder',
        type: 'SHORT_TEXT',
        required: true,
        max: 300,
        placeholder: 'Archive',
      },
    ],
    sample: { mailbox: 'Archive', uid: 4 },
    run: (call) => inMailbox(call, readMailboxName(call.input), (client) => move(client, call.input)),
  },
];
