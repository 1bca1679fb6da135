import { ConnectorError } from '@atelier/connectors';
import { driverStream, openClient, sqlFailure } from '@atelier/connectors/databases';
import { isObject, type JsonValue } from '@atelier/contracts/fields/field-values';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import { ExactNumber } from '@atelier/contracts/kernel/exact-number';
import type { Client, FieldDef } from 'pg';
import Cursor from 'pg-cursor';
import { type ActionCall, PieceError, type PieceErrorCode } from '../../piece.ts';
import { readListField, readNumberField, readTextField } from '../../values.ts';
import { jsonTypes } from './read-value.ts';

/** The most bytes of a result, as they come from the database. */
const mostBytes = 10 * 1024 * 1024;

interface Read {
  rows: JsonValue[][];
  fields: FieldDef[];
  /** As the database counts: rows returned or rows changed. */
  changed: number | null;
}

const readSome = (cursor: Cursor<JsonValue[]>, count: number): Promise<Read> =>
  new Promise((resolve, reject) => {
    cursor.read(count, (error, rows, result) => {
      if (error) reject(error);
      else resolve({ rows, fields: result.fields ?? [], changed: result.rowCount ?? null });
    });
  });

/** Names of columns: unique, never empty. */
const toColumnNames = (fields: readonly FieldDef[]): string[] => {
  const used = new Map<string, number>();
  return fields.map(({ name }, index) => {
    const fit = name === '' ? `column_${index + 1}` : name;
    const times = (used.get(fit) ?? 0) + 1;
    used.set(fit, times);
    return times === 1 ? fit : `${fit}_${times}`;
  });
};

const readParameters = (input: FieldValues): (string | number | boolean | null | JsonValue[])[] =>
  readListField(input, 'parameters').map((it) =>
    it instanceof ExactNumber ? it.digits : isObject(it) ? JSON.stringify(it) : it,
  );

const codes: Readonly<Record<string, PieceErrorCode>> = {
  'sources.invalid_settings': 'pieces.invalid_input',
  'sources.unreachable': 'pieces.unreachable',
  'sources.blocked': 'pieces.blocked',
  'sources.refused': 'pieces.refused',
  'sources.not_found': 'pieces.not_found',
  'sources.too_large': 'pieces.too_large',
};

/** Converts a failure of the database or of the network to a PieceError that says what to do. */
const toQueryFailure = (error: unknown, connection: FieldValues, query: string): unknown => {
  if (error instanceof PieceError) return error;
  const host = readTextField(connection, 'host');
  const said = sqlFailure(error, { title: 'PostgreSQL', host, query: { text: query, offset: 0 } });
  if (!(said instanceof ConnectorError)) return said;
  const code = codes[said.code] ?? 'pieces.unexpected_answer';
  const message = said.message.replace('It must be one SELECT and', 'It must be one statement and');
  return new PieceError(code, message, { retryable: said.retryable, cause: error });
};

const inTransaction = async (
  client: Client,
  input: FieldValues,
  { isReadOnly, limit }: { isReadOnly: boolean; limit: number },
): Promise<Read> => {
  const statementMs = Math.round((readNumberField(input, 'timeoutSeconds') ?? 30) * 1000);
  await client.query(isReadOnly ? 'begin read only' : 'begin');
  await client.query(`set local statement_timeout = ${statementMs}`);
  await client.query(`set local idle_in_transaction_session_timeout = ${statementMs}`);
  await client.query(`set local datestyle = 'ISO'`);
  const cursor = client.query(
    new Cursor<JsonValue[]>(readTextField(input, 'query'), readParameters(input), {
      rowMode: 'array',
      types: jsonTypes,
    }),
  );
  const read = await readSome(cursor, limit + 1);
  await cursor.close();
  await client.query('commit');
  return read;
};

/** Ends the connection when more bytes come than a result may have. */
const limitBytes = (client: Client): (() => boolean) => {
  const stream = driverStream(client);
  let bytes = 0;
  stream.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > mostBytes) stream.destroy();
  });
  return () => bytes > mostBytes;
};

const tooLarge = (): PieceError =>
  new PieceError(
    'pieces.too_large',
    'The result has more than 10 MB. Please select fewer rows, or leave out large columns.',
  );

/**
 * Runs one statement in a transaction. Without `isReadOnly` it may change data. Throws PieceError.
 */
export const runQuery = async (
  { input, connection = {}, io, signal }: Pick<ActionCall, 'input' | 'connection' | 'io' | 'signal'>,
  isReadOnly: boolean,
): Promise<JsonValue> => {
  const limit = readNumberField(input, 'maxRows') ?? 1000;
  let isTooLarge = () => false;
  try {
    const { client, signIn, close } = await openClient({ connect: io.connect, signal }, connection, 5432);
    try {
      await signIn();
      isTooLarge = limitBytes(client);
      const { rows, fields, changed } = await inTransaction(client, input, { isReadOnly, limit });
      const columns = toColumnNames(fields);
      const shown = rows
        .slice(0, limit)
        .map((row) => Object.fromEntries(columns.map((name, index) => [name, row[index] ?? null])));
      return { rows: shown, count: changed ?? shown.length, isComplete: rows.length <= limit };
    } finally {
      await close();
    }
  } catch (error) {
    signal.throwIfAborted();
    throw isTooLarge() ? tooLarge() : toQueryFailure(error, connection, readTextField(input, 'query'));
  }
};
