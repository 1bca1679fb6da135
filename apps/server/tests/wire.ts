import { type AddressInfo, connect as connectSocket, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { TestServer } from './harness.ts';

/** The messages that one piece of work sent to PostgreSQL. */
export interface Counted {
  /**
   * The number of times that the server waited for PostgreSQL. Statements that do not wait for each other share one round trip. `begin` and
   * `commit` count like any other statement.
   */
  roundTrips: number;
  /** The number of transactions. A statement outside a transaction does not count. */
  transactions: number;
  /** The text of every statement, in the order in which they were sent. */
  statements: string[];
  /** The bytes that PostgreSQL has sent, including those for background work. */
  receivedBytes: number;
}

interface RoundTrip {
  statements: string[];
  begins: number;
}

/** Reads the messages of one direction. The first message of a client has no type, which is shown as ''. */
class MessageReader {
  #rest: Buffer = Buffer.alloc(0);
  #hasType: boolean;
  readonly #onMessage: (type: string, body: Buffer) => void;

  constructor(hasType: boolean, onMessage: (type: string, body: Buffer) => void) {
    this.#hasType = hasType;
    this.#onMessage = onMessage;
  }

  read(bytes: Buffer): void {
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    for (;;) {
      const head = this.#hasType ? 1 : 0;
      if (this.#rest.length < head + 4) return;
      const end = head + this.#rest.readUInt32BE(head);
      if (this.#rest.length < end) return;
      const type = this.#hasType ? String.fromCharCode(this.#rest[0] ?? 0) : '';
      const body = this.#rest.subarray(head + 4, end);
      this.#rest = this.#rest.subarray(end);
      this.#hasType = true;
      this.#onMessage(type, body);
    }
  }
}

/** Returns the text from `from` to the next zero byte. */
const textAt = (body: Buffer, from = 0): string => body.toString('utf8', from, body.indexOf(0, from));

/** Returns the text of a notice, which is its field M. */
const textOfNotice = (body: Buffer): string => {
  for (let at = 0; at < body.length && body[at] !== 0; at = body.indexOf(0, at) + 1)
    if (body[at] === 'M'.charCodeAt(0)) return textAt(body, at + 1);
  return '';
};

interface Listener {
  onRoundTrip(trip: RoundTrip): void;
  onNotice(text: string): void;
}

/** Follows the protocol of one connection. */
class Conversation {
  readonly #prepared = new Map<string, string>();
  readonly #listener: Listener;
  #sent: string[] = [];
  #trip: RoundTrip = { statements: [], begins: 0 };
  #unanswered = 0;
  #isReady = false;
  #isInTransaction = false;
  readonly fromClient = new MessageReader(false, (type, body) => this.#sees(type, body));
  readonly fromServer = new MessageReader(true, (type, body) => this.#hears(type, body));

  constructor(listener: Listener) {
    this.#listener = listener;
  }

  /** The round trip in progress, or the last one of an open transaction. */
  get busyWith(): RoundTrip | undefined {
    return this.#unanswered > 0 || this.#isInTransaction ? this.#trip : undefined;
  }

  #sees(type: string, body: Buffer): void {
    if (type === 'P') {
      const name = textAt(body);
      this.#prepared.set(name, textAt(body, Buffer.byteLength(name) + 1));
    } else if (type === 'B') {
      const portal = textAt(body);
      this.#sent.push(this.#prepared.get(textAt(body, Buffer.byteLength(portal) + 1)) ?? '');
    } else if (type === 'Q') this.#sent.push(textAt(body));
    if (type === 'Q' || type === 'S') this.#asks();
  }

  #asks(): void {
    if (this.#unanswered === 0) {
      this.#trip = { statements: [], begins: 0 };
      this.#listener.onRoundTrip(this.#trip);
    }
    this.#unanswered += 1;
    this.#trip.statements.push(...this.#sent);
    this.#sent = [];
  }

  #hears(type: string, body: Buffer): void {
    if (type === 'N') this.#listener.onNotice(textOfNotice(body));
    if (type === 'C' && textAt(body) === 'BEGIN') this.#trip.begins += 1;
    if (type !== 'Z') return;
    // The first reply ends the sign-in, for which the client has sent no statement.
    if (this.#isReady) this.#unanswered -= 1;
    this.#isReady = true;
    this.#isInTransaction = String.fromCharCode(body[0] ?? 0) !== 'I';
  }
}

/**
 * The messages that a server sends by itself: the search for due runs and lost executors, the lease, the queue of jobs and the statistics.
 * They could come at any time during a test, so they are counted only by the budget of an idle server.
 */
const chatter = [
  'atelier.watch_runs(',
  'atelier.claim_runs(',
  'atelier.refresh_statistics(',
  'where jobs.is_available = true',
];
const isChatter = ({ statements }: RoundTrip): boolean =>
  statements.every((statement) => chatter.some((part) => statement.includes(part)));

/** A proxy in front of PostgreSQL that reads all messages. */
export interface Wire {
  /** The address of the database through the proxy. */
  databaseUrl: string;
  roundTrips: readonly RoundTrip[];
  /** The texts of all notices that PostgreSQL has sent. */
  notices: readonly string[];
  /** The bytes that PostgreSQL has sent so far. */
  readonly receivedBytes: number;
  isQuiet(): boolean;
  close(): Promise<void>;
}

const through = (databaseUrl: string, port: number): string => {
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  for (const name of ['host', 'port']) url.searchParams.delete(name);
  return url.href;
};

/** Opens a proxy in front of the database. */
export const openWire = async (databaseUrl: string): Promise<Wire> => {
  const { host, port } = new pg.Client({ connectionString: databaseUrl });
  const sockets = new Set<Socket>();
  const conversations = new Set<Conversation>();
  const roundTrips: RoundTrip[] = [];
  const notices: string[] = [];
  let receivedBytes = 0;
  const server = createServer({ noDelay: true }, (client) => {
    const upstream = host.startsWith('/')
      ? connectSocket(`${host}/.s.PGSQL.${port}`)
      : connectSocket({ host, port, noDelay: true });
    const conversation = new Conversation({
      onRoundTrip: (trip) => void roundTrips.push(trip),
      onNotice: (text) => void notices.push(text),
    });
    conversations.add(conversation);
    for (const [from, to, reader] of [
      [client, upstream, conversation.fromClient],
      [upstream, client, conversation.fromServer],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes: Buffer) => {
        reader.read(bytes);
        if (from === upstream) receivedBytes += bytes.length;
        to.write(bytes);
      });
      from.on('error', () => to.destroy());
      from.on('end', () => to.end());
      from.on('close', () => {
        sockets.delete(from);
        conversations.delete(conversation);
        to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    databaseUrl: through(databaseUrl, (server.address() as AddressInfo).port),
    roundTrips,
    notices,
    get receivedBytes() {
      return receivedBytes;
    },
    isQuiet: () => [...conversations].every(({ busyWith }) => !busyWith || isChatter(busyWith)),
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

const quietMs = 150;
const longestMs = 20_000;

/** Waits until the background work, such as jobs, has got its replies too. */
export const untilQuiet = async (wire: Wire): Promise<void> => {
  const endsAt = performance.now() + longestMs;
  const counted = () => wire.roundTrips.filter((trip) => !isChatter(trip)).length;
  for (let before = -1; before !== counted() || !wire.isQuiet(); await sleep(quietMs)) {
    if (performance.now() > endsAt) throw new Error('The server did not stop talking to PostgreSQL.');
    before = counted();
  }
};

type Counting = Pick<TestServer, 'wire'>;

/** Counts messages for a time that begins when the server is quiet. */
const countIn = async (
  { wire }: Counting,
  time: () => Promise<unknown>,
  isCounted: (trip: RoundTrip) => boolean,
): Promise<Counted> => {
  if (!wire) throw new Error('Start the server with { isCounted: true }.');
  await untilQuiet(wire);
  const from = wire.roundTrips.length;
  const { receivedBytes } = wire;
  await time();
  await untilQuiet(wire);
  const trips = wire.roundTrips.slice(from).filter(isCounted);
  return {
    roundTrips: trips.length,
    transactions: trips.reduce((sum, { begins }) => sum + begins, 0),
    statements: trips.flatMap(({ statements }) => statements),
    receivedBytes: wire.receivedBytes - receivedBytes,
  };
};

/**
 * Counts the messages that `work` makes the server send to PostgreSQL, including its background work, such as jobs, until the server is
 * quiet again. Messages that the server sends by itself are left out. The server must have been started with `isCounted`, and no other
 * caller may use it meanwhile.
 */
export const countMessages = (server: Counting, work: () => Promise<unknown>): Promise<Counted> =>
  countIn(server, work, (trip) => !isChatter(trip));

/** Counts all messages that an idle server sends to PostgreSQL in the given time. */
export const countIdle = (server: Counting, milliseconds: number): Promise<Counted> =>
  countIn(
    server,
    () => sleep(milliseconds),
    () => true,
  );
