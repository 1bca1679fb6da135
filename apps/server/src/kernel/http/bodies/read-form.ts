import { decodeText } from './decode-text.ts';

/** The bytes of a part of a form, in which `+` is a space and `%` stands before the digits of a byte. */
const bytesOf = (part: string): Uint8Array => {
  const bytes: number[] = [];
  const plain = Buffer.from(part.replaceAll('+', ' '), 'latin1');
  for (let at = 0; at < plain.length; at += 1) {
    const digits =
      plain[at] === 0x25 ? /^[0-9a-f]{2}/i.exec(plain.toString('latin1', at + 1, at + 3))?.[0] : undefined;
    bytes.push(digits === undefined ? (plain[at] ?? 0) : Number.parseInt(digits, 16));
    if (digits !== undefined) at += 2;
  }
  return Uint8Array.from(bytes);
};

const isPlain = (part: string): boolean => !/[%+\u0080-\uffff]/.test(part);

type Decode = (part: string) => string;

const entriesOf = (text: string, decode: Decode): [string, string][] =>
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
  return byName(entriesOf(text, (part) => (isPlain(part) ? part : decodeText(bytesOf(part), type))));
};

/** A query says nothing about its encoding. What is not UTF-8 comes from programs that write in that of western Windows. */
const decodeQuery: Decode = (part) => {
  if (isPlain(part)) return part;
  const bytes = bytesOf(Buffer.from(part, 'utf8').toString('latin1'));
  try {
    return decodeText(bytes, 'text/plain;charset=utf-8');
  } catch {
    return decodeText(bytes, 'text/plain;charset=windows-1252');
  }
};

/** Reads the query of an address. */
export const readQuery = (text: string): Record<string, string | string[]> =>
  byName(entriesOf(text, decodeQuery));
