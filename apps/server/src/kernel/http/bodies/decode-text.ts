import { AppError } from '../../base/errors.ts';

/** The marks with which texts begin that name their encoding, the longest first. */
const marks: readonly (readonly [string, readonly number[]])[] = [
  ['utf-32be', [0x00, 0x00, 0xfe, 0xff]],
  ['utf-32le', [0xff, 0xfe, 0x00, 0x00]],
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16be', [0xfe, 0xff]],
  ['utf-16le', [0xff, 0xfe]],
];
/** The zero bytes in the first character of a text in ASCII, by its encoding: RFC 4627 recognises JSON by them. */
const zeros: readonly (readonly [string, readonly boolean[]])[] = [
  ['utf-32be', [true, true, true, false]],
  ['utf-32le', [false, true, true, true]],
  ['utf-16be', [true, false]],
  ['utf-16le', [false, true]],
];

interface Found {
  encoding: string;
  /** The bytes before the text. */
  skip: number;
}

const byMark = (bytes: Uint8Array): Found | undefined => {
  const found = marks.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte));
  return found && { encoding: found[0], skip: found[1].length };
};

const byZeros = (bytes: Uint8Array): string | undefined =>
  zeros.find(
    ([, form]) => bytes.length >= form.length && form.every((isZero, at) => (bytes[at] === 0) === isZero),
  )?.[0];

/** The encoding that the first line of XML names. */
const byDeclaration = (bytes: Uint8Array): string | undefined => {
  const beginning = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  return /^\s*<\?xml[^>]{0,150}?\sencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(beginning)?.[1];
};

export const parseCharset = (contentType: string): string | undefined =>
  /;\s*charset\s*=\s*"?([\w.:+-]{1,40})/i.exec(contentType)?.[1];

const unreadable = (bytes: Uint8Array, encoding: string, at: number): AppError => {
  const byte = (bytes[at] ?? 0).toString(16).padStart(2, '0');
  return new AppError(
    'request.unreadable',
    { encoding, byte: at + 1 },
    {
      message: `The text is not ${encoding}: byte ${at + 1} (0x${byte}) does not fit. Please send the right charset in the content type.`,
    },
  );
};

const unknown = (encoding: string): AppError =>
  new AppError(
    'request.encoding_unknown',
    { encoding },
    { message: `The encoding “${encoding}” is not known here. Please send UTF-8.` },
  );

const createDecoder = (encoding: string) => {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  } catch {
    throw unknown(encoding);
  }
};

const isReadable = (bytes: Uint8Array, encoding: string): boolean => {
  try {
    createDecoder(encoding).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
};

/** The decoder notices a character of UTF-8 that breaks off at the byte after it. */
const beginningOfCharacter = (bytes: Uint8Array, at: number): number => {
  for (let back = 1; back <= 3; back += 1) {
    const byte = bytes[at - back] ?? 0;
    if (byte < 0x80) return at;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    if (byte >= 0xc0) return length > back ? at - back : at;
  }
  return at;
};

/** Finds the first byte that does not fit, by halving. */
const firstWrong = (bytes: Uint8Array, encoding: string): number => {
  let [good, bad] = [0, bytes.length + 1];
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (isReadable(bytes.subarray(0, middle), encoding)) good = middle;
    else bad = middle;
  }
  const last = Math.min(good, Math.max(0, bytes.length - 1));
  return encoding === 'utf-8' ? beginningOfCharacter(bytes, last) : last;
};

const decodeUtf32 = (bytes: Uint8Array, encoding: string): string => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 4) {
    const point = at + 4 <= bytes.length ? view.getUint32(at, encoding === 'utf-32le') : -1;
    if (point < 0 || point > 0x10ffff || (point >= 0xd800 && point < 0xe000))
      throw unreadable(bytes, encoding, at);
    parts.push(String.fromCodePoint(point));
  }
  return parts.join('');
};

const isXml = (contentType: string): boolean => /[/+]xml\s*(?:;|$)/i.test(contentType);
/** RFC 2781: text in UTF-16 that says nothing else has its higher byte first. */
const withByteOrder = (encoding: string): string =>
  encoding === 'utf-16' || encoding === 'utf-32' ? `${encoding}be` : encoding;

/** The encoding of a text without a mark. */
const statedEncoding = (bytes: Uint8Array, contentType: string): string => {
  const named = parseCharset(contentType) ?? (isXml(contentType) ? byDeclaration(bytes) : undefined);
  return withByteOrder((named ?? byZeros(bytes) ?? 'utf-8').toLowerCase());
};

/**
 * Returns the text of a body. Its encoding is that of the mark at its beginning, else that of the content type, of its XML
 * declaration, or of the zero bytes in its first character, else UTF-8. Throws `request.encoding_unknown`, and `request.unreadable`
 * with the first byte that does not fit: no character is ever replaced.
 */
export const decodeText = (bytes: Uint8Array, contentType: string): string => {
  const { encoding, skip } = byMark(bytes) ?? { encoding: statedEncoding(bytes, contentType), skip: 0 };
  const text = bytes.subarray(skip);
  if (encoding.startsWith('utf-32')) return decodeUtf32(text, encoding);
  const decoder = createDecoder(encoding);
  try {
    return decoder.decode(text);
  } catch {
    throw unreadable(bytes, encoding, skip + firstWrong(text, encoding));
  }
};
