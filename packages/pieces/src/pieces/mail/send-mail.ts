import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { JsonValue } from '@atelier/contracts/fields/field-values';
import type { Field, FieldValues } from '@atelier/contracts/fields/fields';
import nodemailer from 'nodemailer';
import { limitBytes, readFileListField } from '../../files.ts';
import type { ActionCall } from '../../piece.ts';
import { refuse } from '../../refuse.ts';
import { readTextField } from '../../values.ts';
import { type MailAddress, mostRecipients, readAddress, readAddresses } from './addresses.ts';
import { limitAnswers } from './limit-answers.ts';
import { type MailServer, openStream, readMailServer } from './mail-connection.ts';
import { mailFailure } from './mail-failure.ts';

const recipients = (name: string, label: string, more: Partial<Field> = {}): Field => ({
  name,
  label,
  type: 'SHORT_TEXT',
  max: 10_000,
  placeholder: 'ann@example.com, Bob <bob@example.com>',
  ...more,
});

export const sendFields: readonly Field[] = [
  recipients('to', 'To', { required: true }),
  recipients('cc', 'Copy to'),
  recipients('bcc', 'Hidden copy to'),
  recipients('replyTo', 'Answers go to'),
  { name: 'subject', label: 'Subject', type: 'SHORT_TEXT', required: true, max: 500 },
  { name: 'text', label: 'Text', type: 'LONG_TEXT', required: true, max: 500_000 },
  {
    name: 'html',
    label: 'HTML',
    type: 'LONG_TEXT',
    max: 1_000_000,
    description: 'Shown instead of the text by programs that can. Leave this empty for a plain mail.',
  },
  {
    name: 'inReplyTo',
    label: 'Answers the mail',
    type: 'SHORT_TEXT',
    max: 1000,
    placeholder: '{{trigger.messageId}}',
    description: 'The id of a mail that this one answers, so that programs show both together.',
  },
  {
    name: 'attachments',
    label: 'Attachments',
    type: 'JSON',
    isAnyJson: true,
    default: null,
    description: 'A file of an earlier step, or a list of files: up to 10, and 20 MB together.',
  },
];

/** A line break would begin another header. */
const oneLine = (text: string): string => text.replace(/[\r\n]+/g, ' ').trim();

const mostAttachments = 10;

const readAttachments = async ({ input, platform }: ActionCall) => {
  const files = readFileListField(input, 'attachments');
  if (files.length > mostAttachments)
    return refuse(
      `A mail takes ${mostAttachments} attachments at most. Please put them into an archive first.`,
    );
  limitBytes(
    files.reduce((sum, { size }) => sum + size, 0),
    'All attachments together',
  );
  const attachments: { filename: string; contentType: string; content: Buffer }[] = [];
  for (const file of files)
    attachments.push({
      filename: oneLine(file.name),
      contentType: oneLine(file.type),
      content: Buffer.from(await platform.files.read(file)),
    });
  return attachments;
};

const parseMailId = (text: string): string => {
  const id = text.trim();
  return id === '' || /^<[^\s<>]{1,990}>$/.test(id)
    ? id
    : refuse('“Answers the mail” is no id of a mail. It must look like <abc@example.com>.');
};

/** The address that mails come from. */
const readSender = (connection: FieldValues): MailAddress => {
  const from = readTextField(connection, 'from').trim();
  return readAddress(from === '' ? readTextField(connection, 'user') : from);
};

const asSocket = (stream: Duplex): Socket => stream as Socket;

const createMailTransport = (server: MailServer, stream: Awaited<ReturnType<typeof openStream>>) => {
  const { host, port, security, user, password, tls } = server;
  return nodemailer.createTransport({
    host,
    port,
    // The stream is connected to a checked address already, so nodemailer connects to nothing by itself.
    connection: asSocket(stream),
    secure: security === 'TLS',
    secured: security === 'TLS',
    requireTLS: security === 'STARTTLS',
    ignoreTLS: security === 'NONE',
    auth: { user, pass: password },
    tls,
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 60_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
};

type Connected = Pick<ActionCall, 'io' | 'signal'> & { connection?: FieldValues };

/** Far more than a server says about a mail to a hundred people. */
const mostSaid = 1024 * 1024;

/** Works with the outgoing server of a connection. Throws PieceError. */
const withSmtp = async <T>(
  { connection = {}, io, signal }: Connected,
  work: (transport: ReturnType<typeof createMailTransport>) => Promise<T>,
): Promise<T> => {
  const server = readMailServer(connection, 'smtp');
  let stream: Duplex | undefined;
  try {
    stream = limitAnswers(await openStream(io, server, signal), { bytes: mostSaid, per: 'connection' });
    const transport = createMailTransport(server, stream);
    try {
      return await work(transport);
    } finally {
      transport.close();
      stream.destroy();
    }
  } catch (error) {
    signal.throwIfAborted();
    throw mailFailure(stream?.errored ?? error, server.host);
  }
};

const readRecipients = (input: FieldValues) => {
  const [to, cc, bcc] = [readAddresses(input, 'to'), readAddresses(input, 'cc'), readAddresses(input, 'bcc')];
  if (to.length === 0) return refuse('“To” names nobody. Please enter a mail address.');
  if (to.length + cc.length + bcc.length > mostRecipients)
    return refuse(`A mail can go to ${mostRecipients} people at most. Please send several.`);
  return { to, cc, bcc };
};

/** Sends a mail. Its id follows from the key, so that it can be found again. Throws PieceError. */
export const sendMail = async (call: ActionCall): Promise<JsonValue> => {
  const { input, connection = {}, key } = call;
  const from = readSender(connection);
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  const messageId = `<${createHash('sha256').update(key).digest('hex').slice(0, 40)}@${domain}>`;
  const html = readTextField(input, 'html');
  const inReplyTo = parseMailId(readTextField(input, 'inReplyTo'));
  const mail = {
    ...readRecipients(input),
    ...{ from, messageId, replyTo: readAddresses(input, 'replyTo') },
    ...{ subject: oneLine(readTextField(input, 'subject')), text: readTextField(input, 'text') },
    ...(html === '' ? {} : { html }),
    ...(inReplyTo === '' ? {} : { inReplyTo, references: inReplyTo }),
    attachments: await readAttachments(call),
  };
  const { accepted, rejected } = await withSmtp(call, (transport) => transport.sendMail(mail));
  return { messageId, accepted: [...accepted], rejected: [...rejected] };
};

/** Signs in and sends nothing. Throws PieceError. */
export const checkSmtp = (call: Connected): Promise<boolean> =>
  withSmtp(call, (transport) => transport.verify());
