import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { AppError } from '../../base/errors.ts';
import { cleanInput } from '../clean-input.ts';
import { decodeText, parseCharset } from './decode-text.ts';
import { readForm } from './read-form.ts';
import { checkJson, mostValues, readJsonText } from './read-json-text.ts';

/** The most values in a body of data, which other programs send. A form of people has few. */
export const mostDataValues = 1_000_000;

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

export interface BodyOrder {
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
