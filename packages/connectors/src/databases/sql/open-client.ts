import type { EventEmitter } from 'node:events';
import type { Duplex, Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import { Client, type ClientConfig } from 'pg';
import { z } from 'zod';
import { ConnectorError, type ConnectorIo } from '../../connector.ts';
import { parseValues } from '../entry.ts';
import { TlsSettings, tlsOptions } from '../tls.ts';

const Login = TlsSettings.extend({
  host: z.string().trim().min(1, 'Please enter the host of the database.'),
  port: z.number('Please enter a port.').int().min(1).max(65_535),
  database: z.string().trim().min(1, 'Please enter the name of the database.'),
  user: z.string().trim().min(1, 'Please enter a user name.'),
  password: z.string().default(''),
});
type Login = z.output<typeof Login>;

/** @throws ConnectorError `sources.invalid_settings` */
const parseLogin = (connection: FieldValues, port: number): Login =>
  parseValues(Login, { ...connection, port: connection['port'] || port });

type Socket = ReturnType<Extract<NonNullable<ClientConfig['stream']>, (...args: never[]) => unknown>>;
const asSocket = (stream: Duplex): Socket => stream as unknown as Socket;
/** The driver's own part, which has the stream and says when it encrypts. */
const driverConnection = (client: Client) =>
  (client as unknown as { connection: EventEmitter & { stream: Readable } }).connection;
/** Returns the driver's private stream, which is encrypted once the client is connected. */
export const driverStream = (client: Client): Readable => driverConnection(client).stream;

/** Far more than a server says while it lets somebody in. */
const largestWelcome = 1024 * 1024;

/** Signs in, and cuts the server off when it says more than belongs to that: the driver would keep it until it is whole. */
const signIn = async (client: Client, { host }: Login): Promise<void> => {
  let bytes = 0;
  const count = (piece: Buffer) => {
    bytes += piece.length;
    if (bytes <= largestWelcome) return;
    const message = `${host} says more at the sign-in than a database has to. Please check host and port.`;
    driverStream(client).destroy(new ConnectorError('sources.too_large', message));
  };
  const listen = () => void driverStream(client).on('data', count);
  listen();
  driverConnection(client).once('sslconnect', listen);
  try {
    await client.connect();
  } finally {
    driverConnection(client).off('sslconnect', listen);
    driverStream(client).off('data', count);
  }
};

/** Wraps a socket for the driver, which would otherwise connect by itself. The socket is already connected to a checked address. */
const lend = (socket: Duplex): Socket => {
  const same = () => socket;
  const connect = () => {
    process.nextTick(() => socket.emit('connect'));
    return socket;
  };
  return asSocket(Object.assign(socket, { connect, setNoDelay: same, setKeepAlive: same }));
};

const createSqlClient = (login: Login, socket: Duplex): Client =>
  new Client({
    host: login.host,
    port: login.port,
    database: login.database,
    user: login.user,
    // This is a function because the driver would replace an empty password with one from the server's environment.
    password: () => login.password,
    ssl: login.tls === 'OFF' ? false : tlsOptions(login),
    stream: () => lend(socket),
    connectionTimeoutMillis: 15_000,
    application_name: 'Atelier',
  });

export interface OpenClient {
  /** Not signed in yet. */
  client: Client;
  signIn(): Promise<void>;
  login: { host: string; user: string };
  close(): Promise<void>;
}

/**
 * Opens a socket to the database of a connection and makes a client of it. It ends when the signal aborts.
 * @throws ConnectorError `sources.invalid_settings`, and the errors of `connect`
 */
export const openClient = async (
  io: Pick<ConnectorIo, 'connect' | 'signal'>,
  connection: FieldValues,
  port: number,
): Promise<OpenClient> => {
  const login = parseLogin(connection, port);
  const socket = await io.connect(login.host, login.port);
  const client = createSqlClient(login, socket);
  // The next statement reports an error that happens between two statements. Without a listener the process would end.
  client.on('error', () => {});
  const onAbort = () => socket.destroy();
  io.signal.addEventListener('abort', onAbort, { once: true });
  const close = async () => {
    io.signal.removeEventListener('abort', onAbort);
    const ended = client.end().catch(() => {});
    await Promise.race([ended, sleep(1000, undefined, { ref: false })]);
    socket.destroy();
  };
  return { client, login, signIn: () => signIn(client, login), close };
};
