import { setTimeout } from 'node:timers/promises';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import type { Document } from 'bson';
import type { MongoClientOptions } from 'mongodb';
import { z } from 'zod';
import { ConnectorError, type ConnectorIo } from '../../connector.ts';
import { parseValues } from '../entry.ts';
import { TlsSettings } from '../tls.ts';
import { unexpected } from './framing.ts';
import { type Cluster, type Member, resolveCluster } from './members.ts';
import { mistrust, mongoFailure, toRefusalError } from './mongo-failure.ts';
import { late, type Relay, startRelay } from './relay.ts';

const Login = TlsSettings.extend({
  host: z.string().trim().min(1, 'Please enter the host of the database.'),
  port: z.union([z.literal('').transform(() => undefined), z.number().int().min(1).max(65_535)]).optional(),
  database: z.string().trim().min(1, 'Please enter the name of the database.'),
  user: z.string().default(''),
  password: z.string().default(''),
  authSource: z.string().default(''),
});
type Login = z.output<typeof Login>;

export interface MongoClient {
  host: string;
  database: string;
  /** Runs a command and returns its reply. Throws ConnectorError. */
  run(command: Document): Promise<Document>;
  /** Yields the documents of a cursor in batches, each fetched on demand. */
  batches(command: Document & { batchSize?: number }): AsyncGenerator<Document[], void>;
  close(): Promise<void>;
}

const connectMs = 10_000;
const farewellMs = 1000;

/** The form provides only the user, the password and the name of a database. */
const buildClientOptions = (login: Login, cluster: Cluster, answerMs: number): MongoClientOptions => {
  const typed = login.authSource.trim();
  // The cluster's own setting for the user's database applies unless the user has entered one.
  const authSource = typed === '' || typed === 'admin' ? (cluster.authSource ?? 'admin') : typed;
  const auth = { username: login.user, password: login.password };
  return {
    ...(login.user === '' ? {} : { auth, authMechanism: 'SCRAM-SHA-256', authSource }),
    appName: 'Atelier',
    // Any member of a replica set may answer, because the connection reaches only one.
    readPreference: 'secondaryPreferred',
    compressors: 'none',
    maxPoolSize: 1,
    retryReads: false,
    serverMonitoringMode: 'poll',
    heartbeatFrequencyMS: 60_000,
    connectTimeoutMS: connectMs,
    serverSelectionTimeoutMS: connectMs,
    socketTimeoutMS: answerMs,
  };
};

const brokenOff = (host: string, cause: unknown) =>
  new ConnectorError(
    'sources.unreachable',
    `${host} broke off the connection. Please check port and encryption, and try again.`,
    { retryable: true, cause },
  );

type Library = typeof import('./driver.ts').driver;
type Errors = Omit<Library, 'MongoClient'>;

/** Converts a failure of the driver to one that says what to do. */
const asFailure = (error: unknown, host: string, errors: Errors): unknown => {
  if (error instanceof errors.MongoServerError) return toRefusalError(error.errorResponse, host, error);
  if (error instanceof errors.MongoRuntimeError && /invalid (signature|nonce)/.test(error.message))
    return mistrust();
  if (error instanceof errors.MongoCompatibilityError) return unexpected('another version');
  if (error instanceof errors.MongoNetworkTimeoutError) return late(host);
  if (error instanceof errors.MongoServerSelectionError) return late(host);
  return error instanceof errors.MongoError ? brokenOff(host, error) : error;
};

/** The server was reached, and refused something. */
const isAnswer = (error: unknown): boolean =>
  error instanceof ConnectorError && error.cause instanceof Error && error.cause.name === 'MongoServerError';

interface Session {
  client: MongoClient;
  hello: Document;
}

/** Runs commands of the driver. A failure of the connection, or the caller's abort, ends them. */
const createClient = (
  driver: InstanceType<Library['MongoClient']>,
  errors: Errors,
  {
    relay,
    member,
    database,
    signal,
  }: { relay: Relay; member: Member; database: string; signal: AbortSignal },
): MongoClient => {
  const { host } = member;
  const db = driver.db(database);
  const close = async (): Promise<void> => {
    signal.removeEventListener('abort', onAbort);
    // Closing waits for a reply, which the server may never send.
    await Promise.race([driver.close(), setTimeout(farewellMs, undefined, { ref: false })]).catch(() => {});
    await relay.close();
  };
  const onAbort = (): void => void relay.close();
  signal.addEventListener('abort', onAbort, { once: true });
  const ended = <T>(work: Promise<T>): Promise<T> =>
    Promise.race([work, relay.failed]).catch((error: unknown) => {
      throw asFailure(error, host, errors);
    });
  return {
    host,
    database,
    run: (command) => ended(db.command(command)),
    batches: async function* (command) {
      const cursor = db.runCursorCommand(command).setBatchSize(command.batchSize ?? 1000);
      try {
        while (await ended(cursor.hasNext())) yield cursor.readBufferedDocuments();
      } finally {
        await cursor.close().catch(() => {});
      }
    },
    close,
  };
};

/** Signs in at one server. Throws ConnectorError and the errors of `connect`. */
const meet = async (
  io: ConnectorIo,
  member: Member,
  { login, cluster, answerMs }: { login: Login; cluster: Cluster; answerMs: number },
): Promise<Session> => {
  // Loaded with the first source of this kind, because most servers never need it.
  const { driver: library } = await import('./driver.ts');
  const relay = await startRelay(io, member, login);
  // Each client connects to one server, and does not follow the other members that it names.
  const kind = cluster.isBalanced ? 'loadBalanced' : 'directConnection';
  const driver = new library.MongoClient(
    `mongodb://${encodeURIComponent(relay.path)}/?${kind}=true`,
    buildClientOptions(login, cluster, answerMs),
  );
  const client = createClient(driver, library, {
    relay,
    member,
    database: login.database,
    signal: io.signal,
  });
  try {
    return { client, hello: await client.run({ hello: 1 }) };
  } catch (error) {
    await client.close();
    throw error;
  }
};

/** Signs in at the first readable server of the cluster. Throws ConnectorError and the errors of `connect`. */
export const openMongo = async (
  io: ConnectorIo,
  connection: FieldValues,
  { answerMs }: { answerMs: number },
): Promise<MongoClient> => {
  const login = parseValues(Login, connection);
  const cluster = await resolveCluster(io, login);
  let failure: unknown;
  for (const member of cluster.members) {
    try {
      const { client, hello } = await meet(io, member, { login, cluster, answerMs });
      if (hello['isWritablePrimary'] === true || hello['secondary'] === true) return client;
      await client.close();
      failure ??= new ConnectorError(
        'sources.unreachable',
        `${member.host} holds no data at the moment. Please enter the other members too, or try again later.`,
        { retryable: true },
      );
    } catch (error) {
      io.signal.throwIfAborted();
      // The other members have the same users, so a refused sign-in is final.
      if (isAnswer(error)) throw error;
      failure ??= mongoFailure(error, member.host);
    }
  }
  throw failure;
};
