import { decodeText } from './decode-text.ts';

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
