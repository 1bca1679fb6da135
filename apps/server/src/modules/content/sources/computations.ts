import { readFileSync } from 'node:fs';
import { ConnectorError, documentsOfMessage, type SourceEvent } from '@atelier/connectors';
import { type RecordsOrder, type RecordsRead, readRecords } from '@atelier/connectors/read-records';
import type { ErrorCode } from '@atelier/contracts';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import { AppError, fail } from '../../../kernel/base/errors.ts';
import { defineComputation } from '../../../kernel/compute/computation.ts';
import { decodeText, parseCharset } from '../../../kernel/http/bodies/decode-text.ts';
import { bareType, isJsonLinesType, readBody, readForm } from '../../../kernel/http/bodies/read-body.ts';

/** The most documents of one message, and the most bytes of all of them. A template may repeat the input. */
const most = { documents: 500, documentBytes: 32 * 1024 * 1024 };

export const formType = 'application/x-www-form-urlencoded';

/** A message without content encodings, in a file, and the settings of its source. */
interface MessageOrder {
  path: string;
  type: string;
  settings: FieldValues;
}

/** The documents of a message, or why it is refused, as an AppError says it. */
type MessageRead = { events: SourceEvent[] } | { refused: ErrorCode; details: unknown; message: string };

const textIn = (bytes: Uint8Array, type: string): { text: string; type: string } => {
  const bare = bareType(type);
  if (bare === formType) {
    const fields = Object.entries(readForm(bytes, parseCharset(type) ?? 'utf-8'));
    const pairs = fields.flatMap(([name, value]) =>
      [value].flat().map((one): [string, string] => [name, one]),
    );
    return { text: new URLSearchParams(pairs).toString(), type: bare };
  }
  if (isJsonLinesType(bare))
    return { text: JSON.stringify(readBody({ bytes, contentType: type })), type: 'application/json' };
  return { text: decodeText(bytes, type).replaceAll('\0', ''), type: bare };
};

const readMessageEvents = async ({ path, type, settings }: MessageOrder): Promise<SourceEvent[]> => {
  const sent = textIn(readFileSync(path), type);
  if (sent.text.trim() === '') fail('sources.hook_empty');
  const events: SourceEvent[] = [];
  let bytes = 0;
  const io = {
    readRecords: (order: Parameters<typeof readRecords>[0]) => Promise.resolve(readRecords(order)),
  };
  for await (const event of documentsOfMessage(io, sent, settings)) {
    bytes += event.kind === 'item' ? event.item.file.bytes.byteLength : 0;
    if (events.push(event) > most.documents || bytes > most.documentBytes) fail('sources.hook_too_large');
  }
  return events;
};

const asDeclared = (error: unknown): AppError => {
  if (error instanceof AppError) return error;
  if (!(error instanceof ConnectorError)) throw error;
  if (error.code === 'sources.too_large') return new AppError('sources.hook_too_large');
  return new AppError('sources.hook_unreadable', undefined, { message: error.message });
};

/** Reads the documents in a message to an inbound address. */
const readMessage = async (order: MessageOrder): Promise<MessageRead> => {
  try {
    return { events: await readMessageEvents(order) };
  } catch (error) {
    const { code, details, message } = asDeclared(error);
    return { refused: code, details, message };
  }
};

/** Parses texts that other programs send or reply with, up to 20 MB. A million values take about a second. */
export const records = defineComputation({
  name: 'sources.records',
  deadlineMs: 30_000,
  isSmall: ({ text }: RecordsOrder) => text.length <= 20_000,
  compute: (order: RecordsOrder): RecordsRead => readRecords(order),
});

/** Reads the documents in a message to an inbound address, up to 25 MB. */
export const message = defineComputation({
  name: 'sources.message',
  deadlineMs: 30_000,
  isOfFlows: true,
  compute: (order: MessageOrder): Promise<MessageRead> => readMessage(order),
});
