import type { Field, FieldValues } from '@atelier/contracts/fields/fields';
import { ImapFlow, type ImapTransport } from 'imapflow';
import { type ActionCall, PieceError } from '../../piece.ts';
import { textOf } from '../../values.ts';
import { type MailServer, openStream, secure, serverOf } from './mail-connection.ts';
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

export const mailboxOf = (input: FieldValues): string => textOf(input, 'mailbox').trim();

const megabyte = 1024 * 1024;
/** More than this would not fit into a value anyway; a server that sends more is cut off. */
const largestAnswer = 30 * megabyte;

const asSocket = (stream: Stream): Socket =>
  Object.assign(stream, { setTimeout: 'setTimeout' in stream ? stream.setTimeout : () => stream }) as Socket;

/** Gives the client a stream that is connected to a checked address already. */
const transportOver = (stream: Stream, server: MailServer): ImapTransport => ({
  connect: (_options, onConnect) => {
    process.nextTick(onConnect);
    return asSocket(stream);
  },
  upgrade: (socket, _options, onSecure) => secure(socket, server, onSecure),
});

const clientOf = (server: MailServer, stream: Stream): ImapFlow => {
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
    maxLineLength: 10 * megabyte,
    maxLiteralSize: largestAnswer - megabyte,
    maxResponseSize: largestAnswer,
    maxResponseTokens: 200_000,
  });
  // The command that is under way reports the error. Without a listener the process would end.
  client.on('error', () => undefined);
  return client;
};

/** Signs in at the incoming server of a connection and works there. Throws PieceError. */
export const withImap = async <T>(
  { connection = {}, io, signal }: Connected,
  work: (client: ImapFlow) => Promise<T>,
): Promise<T> => {
  const server = serverOf(connection, 'imap');
  let stream: Stream | undefined;
  try {
    stream = await openStream(io, server, signal);
    const client = clientOf(server, stream);
    await client.connect();
    const result = await work(client);
    await client.logout();
    return result;
  } catch (error) {
    signal.throwIfAborted();
    throw mailFailure(error, server.host);
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
    return work(client, { uidValidity: String(opened.uidValidity), uidNext: opened.uidNext });
  });
