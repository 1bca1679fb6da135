import { createHash, createHmac, pbkdf2Sync, randomBytes, timingSafeEqual } from 'node:crypto';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { Binary, BSON, type Document, EJSON, Long, ObjectId } from 'bson';
import { z } from 'zod';
import { testCertificate, testKey } from './certificate.ts';

const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** The server's side of SCRAM-SHA-256 (RFC 5802), which knows only the stored key and the server key. */
const createScram = (users: Record<string, string>) => {
  let first = '';
  let challenge = '';
  let keys: { stored: Buffer; server: Buffer } | undefined;
  return {
    start(message: string): string {
      first = message.slice('n,,'.length);
      const user = /n=([^,]*)/.exec(first)?.[1] ?? '';
      const salt = randomBytes(16);
      const salted = pbkdf2Sync(users[user] ?? randomBytes(8).toString('hex'), salt, 4096, 32, 'sha256');
      const stored = createHash('sha256').update(hmac(salted, 'Client Key')).digest();
      keys = { stored, server: hmac(salted, 'Server Key') };
      const nonce = `${/,r=([^,]*)/.exec(first)?.[1] ?? ''}${randomBytes(12).toString('base64')}`;
      challenge = `r=${nonce},s=${salt.toString('base64')},i=4096`;
      return challenge;
    },
    /** Returns the server's signature, or undefined when the proof is wrong. */
    finish(message: string): string | undefined {
      const [, without = '', proof = ''] = /^(.*),p=(.*)$/.exec(message) ?? [];
      if (!keys) return undefined;
      const said = `${first},${challenge},${without}`;
      const signature = hmac(keys.stored, said);
      const clientKey = Buffer.from(proof, 'base64').map((byte, at) => byte ^ (signature[at] ?? 0));
      const stored = createHash('sha256').update(clientKey).digest();
      if (!timingSafeEqual(stored, keys.stored)) return undefined;
      return `v=${hmac(keys.server, said).toString('base64')}`;
    },
  };
};

const json = (value: unknown) => EJSON.stringify({ value }, { relaxed: true });
const orderOf = (value: unknown): number | string =>
  value instanceof Date ? value.getTime() : typeof value === 'number' ? value : json(value);

const isObject = (value: unknown): value is Document => typeof value === 'object' && value !== null;

const matches = (document: Document, filter: Document): boolean =>
  Object.entries(filter).every(([name, wanted]: [string, unknown]) => {
    if (name === '$and' && Array.isArray(wanted))
      return wanted.every((each) => isObject(each) && matches(document, each));
    const value: unknown = document[name];
    if (isObject(wanted) && '$gte' in wanted) return orderOf(value) >= orderOf(wanted['$gte']);
    if (isObject(wanted) && '$ne' in wanted) return (value ?? null) !== wanted['$ne'];
    if (name.startsWith('$')) throw new Error(`unknown top level operator: ${name}`);
    return json(value) === json(wanted);
  });

const Find = z.object({
  find: z.string(),
  filter: z.custom<Document>(isObject),
  sort: z.record(z.string(), z.number()).default({}),
  projection: z.custom<Document>(isObject).optional(),
  limit: z.number().default(0),
  batchSize: z.number(),
});
const Count = z.object({
  count: z.string(),
  query: z.custom<Document>(isObject),
  limit: z.number(),
});
const More = z.object({ batchSize: z.number().default(101) });

const pick = (document: Document, projection: Document | undefined): Document =>
  projection
    ? Object.fromEntries(
        Object.entries(document).filter(([name]) => name === '_id' || projection[name] === 1),
      )
    : document;

const kinds = { reply: 1, query: 2004, message: 2013 };

/** Returns the command in a message, or in the query with which drivers begin before they know the server's protocol. */
const commandIn = (message: Buffer): Document | undefined => {
  const kind = message.readInt32LE(12);
  if (kind === kinds.message) return BSON.deserialize(message.subarray(21));
  return kind === kinds.query ? BSON.deserialize(message.subarray(message.indexOf(0, 20) + 9)) : undefined;
};

const answerTo = (message: Buffer, answer: Document): Buffer => {
  const body = BSON.serialize(answer);
  const isReply = message.readInt32LE(12) === kinds.query;
  const head = Buffer.alloc(isReply ? 36 : 21);
  head.writeInt32LE(head.length + body.length, 0);
  head.writeInt32LE(message.readInt32LE(4), 8);
  head.writeInt32LE(isReply ? kinds.reply : kinds.message, 12);
  if (isReply) head.writeInt32LE(1, 32);
  return Buffer.concat([head, body]);
};

export interface FakeMongo {
  port: number;
  /** True for a member that holds no data, such as an arbiter. */
  isArbiter: boolean;
  isSecondary: boolean;
  collections: Record<string, Document[]>;
  /** The commands that were received, by name. */
  asked: Document[];
  /** Replaces the replies to reading commands from now on. */
  refusal: Document | undefined;
  /** Makes counting fail, as with a filter by distance. */
  cannotCount: boolean;
  /** The members that the server reports. Nothing listens at their addresses. */
  members: string[];
  /** Replaces the replies to commands, by the name of the command. */
  attack: ((command: Document) => Document | undefined) | undefined;
  /** Bytes that are sent instead of a message. */
  garbage: Buffer | undefined;
  close(): Promise<void>;
}

/** Implements OP_MSG with SCRAM-SHA-256, and keeps documents and cursors as MongoDB does. */
export const startFakeMongo = async (
  users: Record<string, string>,
  { isEncrypted = false } = {},
): Promise<FakeMongo> => {
  const sockets = new Set<Socket>();
  const cursors = new Map<string, { documents: Document[]; name: string }>();
  const answer = (
    command: Document,
    session: { scram: ReturnType<typeof createScram>; isIn: boolean },
  ): Document => {
    const say = (text: string) => new Binary(Buffer.from(text));
    const payload: unknown = command['payload'];
    const text = () => (payload instanceof Binary ? Buffer.from(payload.buffer).toString() : '');
    if (command['hello'] || command['isMaster'] || command['ismaster']) return greetingOf(command);
    if (command['saslStart']) {
      if (command['mechanism'] !== 'SCRAM-SHA-256' || command['$db'] !== 'admin') return { ok: 0, code: 18 };
      return { ok: 1, conversationId: 1, done: false, payload: say(session.scram.start(text())) };
    }
    if (command['saslContinue']) {
      const last = session.scram.finish(text());
      if (last === undefined) return { ok: 0, code: 18, errmsg: 'Authentication failed.' };
      session.isIn = true;
      return { ok: 1, conversationId: 1, done: true, payload: say(last) };
    }
    if (!session.isIn) return { ok: 0, code: 13, errmsg: 'command requires authentication' };
    if (fake.refusal) return fake.refusal;
    return read(command);
  };
  const greetingOf = (command: Document): Document => ({
    ok: 1,
    helloOk: true,
    minWireVersion: 0,
    maxWireVersion: 21,
    maxBsonObjectSize: 16_777_216,
    maxMessageSizeBytes: 48_000_000,
    maxWriteBatchSize: 100_000,
    logicalSessionTimeoutMinutes: 30,
    isWritablePrimary: !fake.isArbiter && !fake.isSecondary,
    secondary: fake.isSecondary,
    ...(fake.isArbiter ? { arbiterOnly: true } : {}),
    ...(fake.members.length > 0 ? { setName: 'shop-0', hosts: fake.members } : {}),
    ...(command['loadBalanced'] === true ? { serviceId: new ObjectId() } : {}),
  });
  const page = (name: string, documents: Document[], size: number, key: string): Document => {
    const batch = documents.slice(0, size);
    const rest = documents.slice(size);
    const id = rest.length === 0 ? Long.ZERO : Long.fromString(String(2n ** 60n + BigInt(cursors.size)));
    if (rest.length > 0) cursors.set(id.toString(), { documents: rest, name });
    return { ok: 1, cursor: { id, ns: `shop.${name}`, [key]: batch } };
  };
  const read = (command: Document): Document => {
    if (command['buildInfo']) return { ok: 1, version: '8.0.4' };
    if (command['listCollections'])
      return page(
        '$cmd.listCollections',
        Object.keys(fake.collections).map((name) => ({ name })),
        1,
        'firstBatch',
      );
    if (command['killCursors'] || command['endSessions']) return { ok: 1 };
    if (command['getMore'] !== undefined) {
      const id = String(command['getMore']);
      const cursor = cursors.get(id);
      cursors.delete(id);
      if (!cursor || cursor.name !== command['collection'])
        return { ok: 0, code: 43, errmsg: `cursor id ${id} not found` };
      return page(cursor.name, cursor.documents, More.parse(command).batchSize, 'nextBatch');
    }
    const counted = Count.safeParse(command);
    if (counted.success && !fake.cannotCount) {
      const { count: name, query, limit } = counted.data;
      const found = (fake.collections[name] ?? []).filter((each) => matches(each, query));
      return { ok: 1, n: Math.min(found.length, limit) };
    }
    const asked = Find.safeParse(command);
    if (!asked.success) return { ok: 0, code: 59, errmsg: 'no such command' };
    const { find: name, filter, sort, limit, projection, batchSize } = asked.data;
    try {
      const found = (fake.collections[name] ?? []).filter((each) => matches(each, filter));
      for (const key of Object.keys(sort))
        found.sort((one, other) => (orderOf(one[key]) < orderOf(other[key]) ? -1 : 1));
      const some = found.slice(0, limit || found.length).map((each) => pick(each, projection));
      return page(name, some, batchSize, 'firstBatch');
    } catch (error) {
      return { ok: 0, code: 2, errmsg: String(error) };
    }
  };
  const serve = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    const session = { scram: createScram(users), isIn: false };
    let bytes = Buffer.alloc(0);
    socket.on('data', (part) => {
      // A server without encryption recognises the greeting of TLS and closes the connection.
      if (part[0] === 0x16) return void socket.destroy();
      bytes = Buffer.concat([bytes, part]);
      while (bytes.length >= 4 && bytes.length >= bytes.readInt32LE(0)) {
        const message = bytes.subarray(0, bytes.readInt32LE(0));
        bytes = bytes.subarray(message.length);
        const command = commandIn(message);
        if (!command) return void socket.destroy();
        fake.asked.push(command);
        const whole = fake.garbage ?? answerTo(message, fake.attack?.(command) ?? answer(command, session));
        // Sent in two parts, as a network may deliver it.
        socket.write(whole.subarray(0, 10));
        setImmediate(() => socket.write(whole.subarray(10)));
      }
    });
  };
  const server = isEncrypted
    ? createTlsServer({ cert: testCertificate, key: testKey }, serve)
    : createServer(serve);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const fake: FakeMongo = {
    port: (server.address() as AddressInfo).port,
    collections: {},
    asked: [],
    isArbiter: false,
    isSecondary: false,
    refusal: undefined,
    cannotCount: false,
    garbage: undefined,
    members: [],
    attack: undefined,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
  return fake;
};
