import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import { Binary, type Document, Long } from 'bson';
import { z } from 'zod';
import { ConnectorError, type ConnectorIo } from '../../connector.ts';
import { parseValues } from '../entry.ts';
import { TlsSettings, tlsOptions } from '../tls.ts';
import { clusterOf, type Member } from './members.ts';
import { mongoFailure, refusalOf } from './mongo-failure.ts';
import { startScram } from './scram.ts';
import { encodeMessage, messagesOf } from './wire.ts';

const Login = TlsSettings.extend({
  host: z.string().trim().min(1, 'Please enter the host of the database.'),
  port: z.union([z.literal('').transform(() => undefined), z.number().int().min(1).max(65_535)]).optional(),
  database: z.string().trim().min(1, 'Please enter the name of the database.'),
  user: z.string().default(''),
  password: z.string().default(''),
  authSource: z.string().default(''),
});
type Login = z.output<typeof Login>;

/** The only commands that are ever sent once somebody is signed in: none of them changes anything. */
type Reading = 'hello' | 'buildInfo' | 'listCollections' | 'count' | 'find' | 'getMore' | 'killCursors';

export interface MongoClient {
  host: string;
  database: string;
  /** Throws ConnectorError. */
  run(command: { [K in Reading]?: unknown } & Document): Promise<Document>;
  /** The documents of a cursor in batches, each fetched when it is asked for. */
  batches(collection: string, command: Document): AsyncGenerator<Document[], void>;
  close(): void;
}

const late = (host: string) =>
  new ConnectorError(
    'sources.unreachable',
    `${host} did not answer in time. Please check port and encryption, and try again.`,
    { retryable: true },
  );

const handshakeMs = 10_000;

const secure = (socket: Duplex, { host }: Member, login: Login): Promise<Duplex> =>
  new Promise((resolve, reject) => {
    const name = isIP(host) === 0 ? { servername: host } : {};
    const stream = connectTls({ socket, host, ...name, ...tlsOptions(login) });
    const timer = setTimeout(() => stream.destroy(late(host)), handshakeMs);
    stream.once('close', () => clearTimeout(timer));
    stream.once('error', reject);
    stream.once('secureConnect', () => {
      clearTimeout(timer);
      resolve(stream);
    });
  });

/** One command at a time over a stream. */
const createTalk = (stream: Duplex, { host }: Member, answerMs: number) => {
  const messages = messagesOf(stream);
  let requestId = 0;
  return async (command: Document, database: string): Promise<Document> => {
    requestId += 1;
    stream.write(encodeMessage(requestId, { ...command, $db: database }));
    const timer = setTimeout(() => stream.destroy(late(host)), answerMs);
    try {
      const { done, value } = await messages.next();
      if (done || value.responseTo !== requestId)
        throw new ConnectorError(
          'sources.unreachable',
          `${host} broke off the connection. Please check port and encryption, and try again.`,
          { retryable: true },
        );
      if (value.body['ok'] !== 1) throw refusalOf(value.body, host);
      return value.body;
    } finally {
      clearTimeout(timer);
    }
  };
};

const payloadOf = (answer: Document): string => {
  const payload: unknown = answer['payload'];
  return payload instanceof Binary ? Buffer.from(payload.buffer).toString('utf8') : '';
};

/** What the name of the cluster says of the user's database counts where nobody said otherwise. */
const authenticate = async (
  talk: ReturnType<typeof createTalk>,
  login: Login,
  usual = 'admin',
): Promise<void> => {
  const scram = startScram(login.user, login.password);
  const typed = login.authSource.trim();
  const source = typed === '' || typed === 'admin' ? usual : typed;
  const say = (text: string) => new Binary(Buffer.from(text));
  const first = await talk(
    {
      saslStart: 1,
      mechanism: 'SCRAM-SHA-256',
      payload: say(scram.first),
      options: { skipEmptyExchange: true },
    },
    source,
  );
  const conversationId: unknown = first['conversationId'];
  const answer = say(await scram.answer(payloadOf(first)));
  let last = await talk({ saslContinue: 1, conversationId, payload: answer }, source);
  scram.verify(payloadOf(last));
  // Some servers end the conversation with an empty exchange.
  if (last['done'] !== true) last = await talk({ saslContinue: 1, conversationId, payload: say('') }, source);
};

const Documents = z.custom<Document[]>(Array.isArray).default([]);
const CursorAnswer = z.object({
  cursor: z.object({ id: z.unknown(), firstBatch: Documents, nextBatch: Documents }),
});

const cursorOf = (answer: Document) => {
  const parsed = CursorAnswer.safeParse(answer);
  if (!parsed.success)
    throw new ConnectorError(
      'sources.unexpected_answer',
      'The server answers a query with something else than its documents. Please check host and port.',
    );
  const { id, firstBatch, nextBatch } = parsed.data.cursor;
  return {
    id: id instanceof Long ? id : Long.fromNumber(Number(id ?? 0)),
    batch: [...firstBatch, ...nextBatch],
  };
};

const createBatches = (run: MongoClient['run']): MongoClient['batches'] =>
  async function* (collection, command) {
    let cursor = cursorOf(await run(command));
    try {
      yield cursor.batch;
      while (!cursor.id.isZero()) {
        const batchSize: unknown = command['batchSize'];
        const more = batchSize === undefined ? {} : { batchSize };
        cursor = cursorOf(await run({ getMore: cursor.id, collection, ...more }));
        yield cursor.batch;
      }
    } finally {
      if (!cursor.id.isZero())
        await run({ killCursors: collection, cursors: [cursor.id] }).catch(() => undefined);
    }
  };

interface Session {
  host: string;
  talk: ReturnType<typeof createTalk>;
  close(): void;
}

/** Meets one server over a checked socket. Throws ConnectorError, and what the way out throws. */
const meet = async (
  io: ConnectorIo,
  member: Member,
  { login, isBalanced, answerMs }: { login: Login; isBalanced: boolean; answerMs: number },
): Promise<Session> => {
  const socket = await io.connect(member.host, member.port);
  const onAbort = () => socket.destroy();
  io.signal.addEventListener('abort', onAbort, { once: true });
  const close = () => {
    io.signal.removeEventListener('abort', onAbort);
    socket.destroy();
  };
  // What breaks between two commands is told by the next one.
  socket.on('error', () => {});
  try {
    const stream = login.tls === 'OFF' ? socket : await secure(socket, member, login);
    stream.on('error', () => {});
    const talk = createTalk(stream, member, answerMs);
    const client = { driver: { name: 'Atelier', version: '1' }, os: { type: 'Node' } };
    const greeting = { hello: 1, client, ...(isBalanced ? { loadBalanced: true } : {}) };
    const { isWritablePrimary, secondary } = await talk(greeting, 'admin');
    if (isWritablePrimary !== true && secondary !== true)
      throw new ConnectorError(
        'sources.unreachable',
        `${member.host} holds no data at the moment. Please enter the other members too, or try again later.`,
        { retryable: true },
      );
    return { host: member.host, talk, close };
  } catch (error) {
    close();
    throw error;
  }
};

/** The first server of a cluster that can be read; where there is none, why not the first. */
const meetOne = async (
  io: ConnectorIo,
  members: readonly Member[],
  options: Parameters<typeof meet>[2],
): Promise<Session> => {
  let failure: unknown;
  for (const member of members) {
    try {
      return await meet(io, member, options);
    } catch (error) {
      io.signal.throwIfAborted();
      failure ??= mongoFailure(error, member.host);
    }
  }
  throw failure;
};

/** Signs in at a server of the cluster that is named. Throws ConnectorError, and what the way out throws. */
export const openMongo = async (
  io: ConnectorIo,
  connection: FieldValues,
  { answerMs }: { answerMs: number },
): Promise<MongoClient> => {
  const login = parseValues(Login, connection);
  const { members, isBalanced, authSource } = await clusterOf(io, login);
  const { host, talk, close } = await meetOne(io, members, { login, isBalanced, answerMs });
  try {
    if (login.user !== '') await authenticate(talk, login, authSource);
    // Whichever member of a replica set was met may answer.
    const $readPreference = { mode: 'secondaryPreferred' };
    const run: MongoClient['run'] = (command) => talk({ ...command, $readPreference }, login.database);
    return { host, database: login.database, run, batches: createBatches(run), close };
  } catch (error) {
    close();
    throw error;
  }
};
