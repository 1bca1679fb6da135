import type { Readable } from 'node:stream';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import type { Client, FieldDef, QueryResultRow } from 'pg';
import Cursor from 'pg-cursor';
import { ConnectorError, type ConnectorIo } from '../../connector.ts';
import type { SqlDialect, SqlLimits } from './dialect.ts';
import { driverStream, openClient } from './open-client.ts';

export type RawRow = (string | null)[];

export interface Batch {
  rows: RawRow[];
  fields: FieldDef[];
}

export interface SqlSession {
  host: string;
  user: string;
  query<R extends QueryResultRow>(statement: string, values?: readonly string[]): Promise<R[]>;
  /**
   * Yields the rows of a statement in batches, each fetched on demand. There is at least one batch, because it names the
   * columns.
   */
  stream(statement: string, values: readonly string[]): AsyncGenerator<Batch, void>;
  close(): Promise<void>;
}

/** Waits for a reply of the database. */
type Watch = <T>(work: Promise<T>) => Promise<T>;

/** Closes the connection when a batch does not fit into memory, or when no bytes arrive for too long. */
const watchStream = (stream: Readable, { batchBytes, batchRows, statementMs }: SqlLimits): Watch => {
  let bytes = 0;
  let cut: ConnectorError | undefined;
  const cutWith = (...why: ConstructorParameters<typeof ConnectorError>) => {
    cut ??= new ConnectorError(...why);
    stream.destroy();
  };
  stream.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    const most = Math.round(batchBytes / 1024 / 1024);
    const message = `${batchRows} rows hold more than ${most} MB. Please leave out large columns.`;
    if (bytes > batchBytes) cutWith('sources.too_large', message);
  });
  return async (work) => {
    bytes = 0;
    const late = 'The database took too long to answer. Please read less at once.';
    const onLate = () => cutWith('sources.unreachable', late, { retryable: true });
    // The server itself ends a slow statement. This timer is for a server that does not.
    const timer = setTimeout(onLate, statementMs + 5000);
    try {
      return await work;
    } catch (error) {
      throw cut ?? error;
    } finally {
      clearTimeout(timer);
    }
  };
};

const readBatch = (cursor: Cursor<RawRow>, size: number): Promise<Batch> =>
  new Promise((resolve, reject) => {
    cursor.read(size, (error, rows, result) => {
      if (error) reject(error);
      else resolve({ rows, fields: result.fields });
    });
  });

async function* batches(
  client: Client,
  statement: { text: string; values: readonly string[] },
  { watch, size }: { watch: Watch; size: number },
): AsyncGenerator<Batch, void> {
  // Values stay texts as the server writes them, because JavaScript numbers would lose digits.
  const types = { getTypeParser: () => (text: string) => text };
  const values = [...statement.values];
  const cursor = client.query(new Cursor<RawRow>(statement.text, values, { rowMode: 'array', types }));
  for (let isFirst = true; ; isFirst = false) {
    const batch = await watch(readBatch(cursor, size));
    if (batch.rows.length === 0 && !isFirst) return;
    yield batch;
    if (batch.rows.length < size) return;
  }
}

/** Signs in and opens a read-only transaction. Throws the errors of the driver and of `connect`. */
export const openSession = async (
  io: ConnectorIo,
  connection: FieldValues,
  { dialect, limits }: { dialect: SqlDialect; limits: SqlLimits },
): Promise<SqlSession> => {
  const { client, login, signIn, close } = await openClient(io, connection, dialect.port);
  try {
    await signIn();
    const watch = watchStream(driverStream(client), limits);
    const query = async <R extends QueryResultRow>(text: string, values: readonly string[] = []) =>
      (await watch(client.query<R>(text, [...values]))).rows;
    for (const statement of dialect.begin(limits)) await query(statement);
    return {
      host: login.host,
      user: login.user,
      query,
      stream: (text, values) => batches(client, { text, values }, { watch, size: limits.batchRows }),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
};
