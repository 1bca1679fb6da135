import { createHash } from 'node:crypto';
import { ConnectorError, type ConnectorIo, type SourceEvent } from '../connector.ts';
import { lookup, readJson, shown } from './lookup.ts';
import { findRecords, markdownItem, type RecordSettings, toRecordDocument } from './records.ts';

/**
 * A text from outside, and how its records become documents. It contains only data, so that it can be sent to another thread.
 */
export interface RecordsOrder {
  text: string;
  /** True when the text contains form fields instead of JSON. */
  isForm?: boolean;
  settings: RecordSettings;
  /** The path at which a reply names its next page. */
  cursorPath?: string;
}

/** The result. Documents are packed as texts, which are cheap to send between threads, and unpacked one at a time. */
export type RecordsRead =
  | { problem: 'no_json' | 'no_list' | 'too_many' | 'too_long' }
  | { problem: null; packed: string[]; cursor: string };

/** Limits for one text: more than other systems send in one reply, and little enough for the memory of a thread. */
export const mostOfRecords = { values: 1_000_000, records: 50_000, characters: 64 * 1024 * 1024 };

/** A record as it is sent between threads. `id` identifies it when it is read again. */
export interface ReadRecord {
  id: string;
  event: SourceEvent;
}

/** Counts the characters that separate values, also inside texts. This is an upper bound that needs no parsing. */
const countSigns = (text: string): number => {
  let signs = 0;
  for (let at = 0; at < text.length; at++) {
    const letter = text.charCodeAt(at);
    if (letter === 44 || letter === 91 || letter === 123) signs += 1;
  }
  return signs;
};

const parseRecordsText = ({ text, isForm = false }: RecordsOrder): unknown =>
  isForm ? Object.fromEntries(new URLSearchParams(text)) : readJson(text);

const pack = (record: unknown, settings: RecordSettings): string => {
  const event = toRecordDocument(record, settings);
  if (event.kind !== 'item') {
    const id = createHash('sha256').update(JSON.stringify(record)).digest('base64url');
    return JSON.stringify({ id, event });
  }
  const { file, ...item } = event.item;
  return JSON.stringify({ id: item.externalId, item, text: new TextDecoder().decode(file.bytes) });
};

interface Packed {
  id: string;
  event?: SourceEvent;
  item?: Parameters<typeof markdownItem>[0];
  text?: string;
}

const parsePacked = (packed: string): Packed => readJson(packed) as Packed;

/** Unpacks a record that `readRecords` has packed. */
export const unpackRecord = (packed: string): ReadRecord => {
  const { id, event, item, text = '' } = parsePacked(packed);
  return {
    id,
    event: event ?? { kind: 'item', item: markdownItem(item ?? { externalId: id, name: id }, text) },
  };
};

/** Parses a text and makes documents of its records. The time grows with the text, so it should run in a thread of its own. */
export const readRecords = (order: RecordsOrder): RecordsRead => {
  if (countSigns(order.text) > mostOfRecords.values) return { problem: 'too_many' };
  const value = parseRecordsText(order);
  if (value === undefined) return { problem: 'no_json' };
  const records = findRecords(value, order.settings.listPath);
  if (!records) return { problem: 'no_list' };
  if (records.length > mostOfRecords.records) return { problem: 'too_many' };
  const packed: string[] = [];
  let characters = 0;
  for (const record of records) {
    const text = pack(record, order.settings);
    characters += text.length;
    if (characters > mostOfRecords.characters) return { problem: 'too_long' };
    packed.push(text);
  }
  const cursor = order.cursorPath === undefined ? '' : shown(lookup(value, order.cursorPath));
  return { problem: null, packed, cursor };
};

const said = (count: number): string => count.toLocaleString('en');

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const describeProblem = (problem: NonNullable<RecordsRead['problem']>, from: string, listPath: string) =>
  ({
    no_json: `${upper(from)} is not JSON that can be read. Please correct it.`,
    no_list: `There is no “${listPath}” in ${from}. Please check where the list of records is.`,
    too_many: `${upper(from)} has more than ${said(mostOfRecords.values)} values or ${said(mostOfRecords.records)} records. Please send or ask for less at once, for example page by page.`,
    too_long: `The documents in ${from} come to more than ${mostOfRecords.characters / 1024 / 1024} MB of text. Please leave out what is long, or send or ask for less at once.`,
  })[problem];

type Reader = Pick<ConnectorIo, 'readRecords'>;

/** Like `readRecords`, in a worker thread if the server provides one. */
export const askForRecords = async (io: Reader, order: RecordsOrder): Promise<RecordsRead> =>
  io.readRecords ? io.readRecords(order) : readRecords(order);

/** Returns the result, or throws ConnectorError with the problem. `from` names the text in messages. */
export const requireRecords = (
  read: RecordsRead,
  order: RecordsOrder,
  from: string,
): { packed: string[]; cursor: string } => {
  if (read.problem === null) return read;
  const code = read.problem.startsWith('too_') ? 'sources.too_large' : 'sources.unexpected_answer';
  throw new ConnectorError(code, describeProblem(read.problem, from, order.settings.listPath));
};
