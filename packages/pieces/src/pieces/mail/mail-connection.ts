import type { Duplex } from 'node:stream';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import type { Field, FieldValues } from '@atelier/contracts/fields/fields';
import { PieceError, type PieceIo } from '../../piece.ts';
import { readNumberField, readTextField } from '../../values.ts';

/** TLS: encrypted from the first byte. STARTTLS: the server must agree to encrypt before anything is said. */
type Security = 'TLS' | 'STARTTLS' | 'NONE';

const securityField = (name: string, label: string): Field => ({
  name,
  label,
  type: 'STATIC_DROPDOWN',
  default: 'TLS',
  options: [
    { value: 'TLS', label: 'TLS' },
    { value: 'STARTTLS', label: 'STARTTLS' },
    { value: 'NONE', label: 'Not encrypted' },
  ],
});

export const mailFields: readonly Field[] = [
  {
    name: 'user',
    label: 'User name',
    type: 'SHORT_TEXT',
    required: true,
    max: 300,
    placeholder: 'ann@example.com',
  },
  { name: 'password', label: 'Password', type: 'SECRET_TEXT', required: true, max: 1000 },
  {
    name: 'from',
    label: 'Sender',
    type: 'SHORT_TEXT',
    max: 300,
    placeholder: 'Ann <ann@example.com>',
    description: 'Leave this empty when the user name is the address.',
  },
  {
    name: 'smtpHost',
    label: 'Outgoing server (SMTP)',
    type: 'SHORT_TEXT',
    isHost: true,
    max: 253,
    placeholder: 'smtp.example.com',
    description: 'Leave this empty when flows only read mail.',
  },
  {
    name: 'smtpPort',
    label: 'Port of the outgoing server',
    type: 'NUMBER',
    min: 1,
    max: 65_535,
    default: 465,
  },
  securityField('smtpSecurity', 'Encryption of the outgoing server'),
  {
    name: 'imapHost',
    label: 'Incoming server (IMAP)',
    type: 'SHORT_TEXT',
    isHost: true,
    max: 253,
    placeholder: 'imap.example.com',
    description: 'Leave this empty when flows only send mail.',
  },
  {
    name: 'imapPort',
    label: 'Port of the incoming server',
    type: 'NUMBER',
    min: 1,
    max: 65_535,
    default: 993,
  },
  securityField('imapSecurity', 'Encryption of the incoming server'),
  {
    name: 'ca',
    label: 'Certificate of the authority',
    type: 'LONG_TEXT',
    max: 200_000,
    description: 'PEM; only for an authority of your own.',
  },
];

/** The address of one of the two servers of a connection, with its credentials. */
export interface MailServer {
  host: string;
  port: number;
  security: Security;
  user: string;
  password: string;
  tls: { servername: string; ca?: string };
}

const names = { smtp: 'outgoing server (SMTP)', imap: 'incoming server (IMAP)' } as const;
const ports = { smtp: 465, imap: 993 } as const;

/** Returns one of the servers. Throws PieceError `pieces.connection_missing` when the connection does not name it. */
export const readMailServer = (connection: FieldValues, kind: 'smtp' | 'imap'): MailServer => {
  const host = readTextField(connection, `${kind}Host`).trim();
  if (host === '')
    throw new PieceError(
      'pieces.connection_missing',
      `The connection names no ${names[kind]}. Please add it to the connection.`,
    );
  const said = readTextField(connection, `${kind}Security`);
  const ca = readTextField(connection, 'ca').trim();
  return {
    host,
    port: readNumberField(connection, `${kind}Port`) ?? ports[kind],
    security: said === 'STARTTLS' || said === 'NONE' ? said : 'TLS',
    user: readTextField(connection, 'user').trim(),
    password: readTextField(connection, 'password'),
    tls: { servername: host, ...(ca === '' ? {} : { ca }) },
  };
};

/** Encrypts a stream, and checks that the certificate is that of the server. */
export const secure = (stream: Duplex, { tls }: MailServer, onSecure?: () => void): TLSSocket =>
  connectTls({ socket: stream, ...tls }, onSecure);

const handshakeMs = 15_000;

/** Opens a stream to a server, encrypted where it is encrypted from the first byte. It ends when the signal aborts. */
export const openStream = async (io: PieceIo, server: MailServer, signal: AbortSignal): Promise<Duplex> => {
  const plain = await io.connect(server.host, server.port);
  const stop = () => plain.destroy(new Error('The step was stopped.'));
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  if (server.security !== 'TLS') return plain;
  return new Promise((resolve, reject) => {
    const socket = secure(plain, server, () => {
      socket.setTimeout(0);
      resolve(socket);
    });
    socket.setTimeout(handshakeMs, () =>
      socket.destroy(Object.assign(new Error('late'), { code: 'ETIMEDOUT' })),
    );
    socket.once('error', reject);
    plain.once('error', reject);
  });
};
