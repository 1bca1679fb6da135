import { isUtf8 } from 'node:buffer';
import { type Certainty, detectEncoding } from './detect-encoding.ts';
import { resolveEncoding } from './labels.ts';
import { findFirstZeros, findMark } from './marks.ts';
import { type BadPlaces, TextDecoding } from './text-decoding.ts';

/** A text, with the encoding in which its bytes were read. */
export interface DecodedText {
  text: string;
  encoding: string;
  sure: Certainty;
  /** The places that are no characters in this encoding; null when there are none. */
  badPlaces: BadPlaces | null;
}

const decodeIn = (bytes: Uint8Array, encoding: string, sure: Certainty): DecodedText => {
  const mark = findMark(bytes);
  const own = bytes.subarray(mark?.encoding === encoding ? mark.length : 0);
  // Nearly all texts are valid UTF-8, in which no place is bad.
  if (encoding === 'utf-8' && isUtf8(own)) {
    const text = Buffer.from(own.buffer, own.byteOffset, own.byteLength).toString('utf8');
    return { text, encoding, sure, badPlaces: null };
  }
  const decoding = new TextDecoding(encoding);
  const text = decoding.write(own) + decoding.end();
  return { text, encoding, sure, badPlaces: decoding.badPlaces };
};

/**
 * Returns the text of bytes without their mark. `declared` has the labels that came with them, the most reliable first. Valid UTF-8 is read as
 * such whatever is declared, because wrong declarations are more frequent than other text that happens to be valid UTF-8. Bytes that are
 * no character become U+FFFD, and are counted.
 */
export function decodeText(bytes: Uint8Array, declared: string | readonly string[] = []): DecodedText {
  const { encoding, sure } = detectEncoding(() => [bytes], [declared].flat());
  return decodeIn(bytes, encoding, sure);
}

/** RFC 2781: text in UTF-16 that says nothing else has its higher byte first. */
const withByteOrder = (label: string): string =>
  /^utf-(?:16|32)$/i.test(label) ? `${label.toLowerCase()}be` : label;

/**
 * Returns the text of bytes whose sender must say how they are encoded, so that nothing is guessed: by their mark, the label, the zero bytes in
 * the first character, or as UTF-8. Returns undefined for a label that names no encoding.
 */
export function decodeDeclared(bytes: Uint8Array, label: string | undefined): DecodedText | undefined {
  const stated = findMark(bytes)?.encoding ?? label ?? findFirstZeros(bytes) ?? 'utf-8';
  const encoding = resolveEncoding(withByteOrder(stated));
  return encoding === undefined ? undefined : decodeIn(bytes, encoding, 'certain');
}

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

const isReadable = (bytes: Uint8Array, encoding: string): boolean => {
  const decoding = new TextDecoding(encoding);
  decoding.write(bytes);
  return decoding.badPlaces === null;
};

/** Returns the offset of the first byte that does not fit into a text with bad places, by halving. */
export function findBadByte(bytes: Uint8Array, encoding: string): number {
  const mark = findMark(bytes);
  const begin = mark?.encoding === encoding ? mark.length : 0;
  let [good, bad] = [begin, bytes.length + 1];
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (isReadable(bytes.subarray(begin, middle), encoding)) good = middle;
    else bad = middle;
  }
  const last = Math.min(good, Math.max(0, bytes.length - 1));
  return encoding === 'utf-8' ? beginningOfCharacter(bytes, last) : last;
}
