import type { Field, FieldValues } from '@atelier/contracts/fields/fields';
import { ImapFlow, type ImapTransport } from 'imapflow';
import { type ActionCall, PieceError } from '../../piece.ts';
import { readTextField } from '../../values.ts';
import { limitAnswers } from './limit-answers.ts';
import { type MailServer, openStream, readMailServer, secure } from './mail-connection.ts';
import { mailFailure } from './mail-failure.ts';

export type Connected = Pick<ActionCall, 'io' | 'signal'> & { connection?: FieldValues };
type Stream = Awaited<ReturnType<typeof openStream>>;
type Socket = ReturnType<ImapTransport['connect']>;

export const mailboxField: Field = {
  name: 'mailbox',
  label: 'Folder',
  type: 'SHORT_TEXT',
  required: true,
  max: 300,
  default: 'INBOX',
};

export const readMailboxName = (input: FieldValues): string => readTextField(input, 'mailbox').trim();

const megabyte = 1024 * 1024;
/** More mails than this are not counted: the library makes a number of each mail that the folder claims to have. */
const mostMails = 1_000_000;

const asSocket = (stream: Stream): Socket =>
  Object.assign(stream, { setTimeout: 'setTimeout' in stream ? stream.setTimeout : () => stream }) as Socket;

/** The heads of 200 mails are a tenth of this, and longer texts are asked for in pieces. */
const largestAnswer = 8 * megabyte;

const limited = <S extends Stream>(stream: S): S =>
  limitAnswers(stream, { bytes: largestAnswer, per: 'command' });

/** Gives the client a stream that is connected to a checked address already. */
const transportOver = (stream: Stream, server: MailServer): ImapTransport => ({
  connect: (_options, onConnect) => {
    process.nextTick(onConnect);
    return asSocket(stream);
  },
  upgrade: (socket, _options, onSecure) => limited(secure(socket, server, onSecure)),
});

const believe = (box: { exists: number } | false): void => {
  if (box) box.exists = Math.min(box.exists, mostMails);
};

const createImapClient = (server: MailServer, stream: Stream): ImapFlow => {
  const client = new ImapFlow({
    host: server.host,
    port: server.port,
    secure: server.security === 'TLS',
    doSTARTTLS: server.security === 'STARTTLS',
    auth: { user: server.user, pass: server.password },
    transport: transportOver(stream, server),
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 60_000,
    maxLineLength: 2 * megabyte,
    maxLiteralSize: megabyte,
    maxResponseSize: 2 * megabyte,
    maxResponseTokens: 100_000,
  });
  client.on('exists', () => believe(client.mailbox));
  return client;
};

/** Signs in at the incoming server of a connection and works there. Throws PieceError. */
export const withImap = async <T>(
  { connection = {}, io, signal }: Connected,
  work: (client: ImapFlow) => Promise<T>,
): Promise<T> => {
  const server = readMailServer(connection, 'imap');
  let stream: Stream | undefined;
  let first: unknown;
  try {
    stream = limited(await openStream(io, server, signal));
    const client = createImapClient(server, stream);
    // The command that is under way may only say that the connection is gone. Without a listener the process would end.
    client.on('error', (error) => {
      first ??= error;
    });
    await client.connect();
    const result = await work(client);
    await client.logout();
    return result;
  } catch (error) {
    signal.throwIfAborted();
    throw mailFailure(first ?? error, server.host);
  } finally {
    stream?.destroy();
  }
};

/** Opens a folder and works in it. Throws PieceError `pieces.not_found` when there is none of that name. */
export const inMailbox = <T>(
  call: Connected,
  mailbox: string,
  work: (client: ImapFlow, box: { uidValidity: string; uidNext: number }) => Promise<T>,
): Promise<T> =>
  withImap(call, async (client) => {
    const opened = await client.mailboxOpen(mailbox).catch((error: unknown) => {
      if (!client.usable) throw error;
      const message = `There is no folder “${mailbox.slice(0, 100)}”. Please enter its name as the server has it, such as INBOX.`;
      throw new PieceError('pieces.not_found', message, { cause: error });
    });
    believe(opened);
    return work(client, { uidValidity: String(opened.uidValidity), uidNext: opened.uidNext });
  });
