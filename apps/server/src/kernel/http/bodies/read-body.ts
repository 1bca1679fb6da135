import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { measureJson } from '@atelier/contracts/kernel/measure-json';
import { JsonProblem, lineAt, readJson } from '@atelier/contracts/kernel/parse-json';
import { cleanInput } from '../../base/clean-text.ts';
import { AppError } from '../../base/errors.ts';
import { decodeText, parseCharset } from './decode-text.ts';

/** The most values in the JSON of a request: more than any form, filter or list of ids needs. */
export const mostValues = 10_000;
/** The most values for endpoints without sign-in: enough for a question, its history or a form. */
export const mostPublicValues = 1500;
/** The deepest nesting: recursive functions that walk the value must not overflow the stack. */
const usualDepth = 100;

/**
 * Refuses JSON with so many values, or nested so deep, that parsing it would block other requests. One long text passes.
 * Throws `request.too_complex`.
 */
export const checkJson = (json: string, most = mostValues, mostDepth = usualDepth): void => {
  const { values, depth } = measureJson(json, { values: most, depth: mostDepth });
  if (values > most || depth > mostDepth)
    throw new AppError('request.too_complex', { mostValues: most, mostDepth });
};

/** The content types of JSON. */
export const jsonTypes = /^application\/(?:[\w.+-]+\+)?json(?:;|$)/;

/** Reads JSON, and keeps the digits of all numbers. Throws `request.unreadable`, which says what is wrong and where. */
export const readJsonText = (text: string): unknown => {
  try {
    return readJson(text);
  } catch (error) {
    if (!(error instanceof JsonProblem)) throw error;
    const { line, column } = lineAt(text, error.at);
    throw new AppError(
      'request.unreadable',
      { line, column },
      { cause: error, message: `The body is not JSON at line ${line}, column ${column}: ${error.message}` },
    );
  }
};

/** The value of a hexadecimal digit by its character; -1 for any other character. */
const digits = new Int8Array(256).fill(-1);
for (let value = 0; value < 16; value += 1) {
  const digit = value.toString(16);
  for (const sign of [digit, digit.toUpperCase()]) digits[sign.charCodeAt(0)] = value;
}
const [percent, plus, space] = [0x25, 0x2b, 0x20];

const digitAt = (bytes: Uint8Array, at: number): number => digits[bytes[at] ?? 0] ?? -1;

/** The bytes of a part of a form, in which `+` is a space and `%` stands before the digits of a byte. */
const decodePercent = (part: string): Uint8Array => {
  const bytes = Buffer.from(part, 'latin1');
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    const [first, second] = byte === percent ? [digitAt(bytes, at + 1), digitAt(bytes, at + 2)] : [-1, -1];
    const isEscape = first >= 0 && second >= 0;
    if (isEscape) at += 2;
    bytes[length] = isEscape ? first * 16 + second : byte === plus ? space : byte;
    length += 1;
  }
  return bytes.subarray(0, length);
};

const isPlain = (part: string): boolean => !/[%+\u0080-\uffff]/.test(part);

type Decode = (part: string) => string;

const parseEntries = (text: string, decode: Decode): [string, string][] =>
  text.split('&').flatMap((pair): [string, string][] => {
    if (pair === '') return [];
    const at = pair.indexOf('=');
    const [name, value] = at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
    return [[decode(name), decode(value)]];
  });

/** Returns the values by their names. A name that occurs several times has a list of them. */
const byName = (entries: readonly (readonly [string, string])[]): Record<string, string | string[]> => {
  const found = new Map<string, string[]>();
  for (const [name, value] of entries) {
    const values = found.get(name);
    if (values) values.push(value);
    else found.set(name, [value]);
  }
  return Object.fromEntries(
    [...found].map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]),
  );
};

/** Reads a form whose bytes are in the given encoding. Throws `request.unreadable` and `request.encoding_unknown`. */
export const readForm = (bytes: Uint8Array, charset: string): Record<string, string | string[]> => {
  const type = `text/plain;charset=${charset}`;
  const text = Buffer.from(bytes).toString('latin1');
  return byName(parseEntries(text, (part) => (isPlain(part) ? part : decodeText(decodePercent(part), type))));
};

/** A query says nothing about its encoding. What is not UTF-8 comes from programs that write in that of western Windows. */
const decodeQuery: Decode = (part) => {
  if (isPlain(part)) return part;
  const bytes = decodePercent(Buffer.from(part, 'utf8').toString('latin1'));
  try {
    return decodeText(bytes, 'text/plain;charset=utf-8');
  } catch {
    return decodeText(bytes, 'text/plain;charset=windows-1252');
  }
};

/** Reads the query of an address. */
export const readQuery = (text: string): Record<string, string | string[]> =>
  byName(parseEntries(text, decodeQuery));

/** The most values in a body of data, which other programs send. A form of people has few. */
const mostDataValues = 1_000_000;

/** Returns the content type without its parameters, in lower case. */
export const bareType = (contentType: string | undefined): string =>
  (contentType?.split(';')[0] ?? '').trim().toLowerCase();

/** True for JSON, however its kind is called. */
export const isJsonType = (type: string): boolean =>
  /^(?:application|text)\/(?:[\w.+-]+\+)?json$/.test(type) || type === 'application/csp-report';
/** True for several values of JSON, one on each line. */
export const isJsonLinesType = (type: string): boolean =>
  /^(?:application|text)\/(?:x-)?(?:ndjson|jsonl|jsonlines|json-lines)$/.test(type);

const readLines = (text: string): JsonValue => {
  const values: JsonValue[] = [];
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    try {
      values.push(readJsonText(line) as JsonValue);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const message = error.message.replace('line 1,', `line ${at + 1},`);
      throw new AppError('request.unreadable', { line: at + 1 }, { cause: error, message });
    }
  }
  return values;
};

interface BodyOrder {
  /** The body without its content encodings. */
  bytes: Uint8Array;
  contentType: string;
}

/**
 * Reads the body of another program by its content type: JSON, JSON in lines and forms become values, everything else a text; an empty
 * body is null. Characters are decoded, never replaced, and numbers keep all digits. Throws `request.unreadable` with the position,
 * `request.encoding_unknown` and `request.too_complex`.
 */
export const readBody = ({ bytes, contentType }: BodyOrder): JsonValue => {
  if (bytes.length === 0) return null;
  const type = bareType(contentType);
  if (type === 'application/x-www-form-urlencoded') {
    // Every field of a form is a value, which an ampersand ends.
    const fields = bytes.reduce((count, byte) => (byte === 0x26 ? count + 1 : count), 1);
    if (fields > mostValues) throw new AppError('request.too_complex', { mostValues });
    return cleanInput(readForm(bytes, parseCharset(contentType) ?? 'utf-8')) as JsonValue;
  }
  const text = decodeText(bytes, contentType);
  const [isJson, isLines] = [isJsonType(type), isJsonLinesType(type)];
  if (!isJson && !isLines) return cleanInput(text) as JsonValue;
  checkJson(text, mostDataValues);
  return cleanInput(isJson ? readJsonText(text) : readLines(text)) as JsonValue;
};
