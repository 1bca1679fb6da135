import { isUtf8 } from 'node:buffer';

/** The marks with which texts begin that name their encoding, the longest first. */
const marks: readonly (readonly [encoding: string, mark: readonly number[]])[] = [
  ['utf-32be', [0x00, 0x00, 0xfe, 0xff]],
  ['utf-32le', [0xff, 0xfe, 0x00, 0x00]],
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16be', [0xfe, 0xff]],
  ['utf-16le', [0xff, 0xfe]],
];

/** The zero bytes in the first character of a text in ASCII, by its encoding: RFC 4627 recognises JSON by them. */
const zeros: readonly (readonly [encoding: string, form: readonly boolean[]])[] = [
  ['utf-32be', [true, true, true, false]],
  ['utf-32le', [false, true, true, true]],
  ['utf-16be', [true, false]],
  ['utf-16le', [false, true]],
];

/** Returns the encoding that the byte order mark names, with the length of the mark. */
export const findMark = (bytes: Uint8Array): { encoding: string; length: number } | undefined => {
  const found = marks.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte));
  return found && { encoding: found[0], length: found[1].length };
};

/** Returns the wide encoding that the first character shows, if it is one of ASCII. */
export const findFirstZeros = (bytes: Uint8Array): string | undefined =>
  zeros.find(
    ([, form]) => bytes.length >= form.length && form.every((isZero, at) => (bytes[at] === 0) === isZero),
  )?.[0];

/** Detects UTF-16 without a mark, in which nearly every second byte of European text is zero. */
function findAlternateZeros(sample: Uint8Array): string | undefined {
  if (sample.length < 8) return undefined;
  let even = 0;
  let odd = 0;
  for (let index = 0; index < sample.length; index++) {
    if (sample[index] !== 0) continue;
    if (index % 2 === 0) even++;
    else odd++;
  }
  const half = sample.length / 2;
  if (odd > half * 0.6 && even < half * 0.05) return 'utf-16le';
  return even > half * 0.6 && odd < half * 0.05 ? 'utf-16be' : undefined;
}

/** Returns true where more than two bytes in a hundred are control characters that no text has. */
export function hasControls(sample: Uint8Array): boolean {
  let controls = 0;
  for (const byte of sample)
    if (byte !== 0 && byte < 32 && !(byte >= 8 && byte <= 13) && byte !== 27) controls++;
  return controls > Math.max(3, sample.length * 0.02);
}

const eastAsian = /[\u3000-\u30ff\u3400-\u9fff\uac00-\ud7a3\uff00-\uffef]/;
const common = /[\t\n\r\u0020-\u007e\u00a0-\u024f\u0370-\u04ff\u2010-\u2026]/;

/** Returns the share of the characters of a text that texts of East Asia have. */
function plausibleShare(text: string): number {
  let plausible = 0;
  let asian = 0;
  for (const character of text) {
    if (eastAsian.test(character)) asian++;
    else if (common.test(character)) plausible++;
  }
  return asian > plausible && plausible > 0 ? (asian + plausible) / text.length : 0;
}

/** Detects UTF-16 of East Asia without a mark. Read as bytes, it has control characters, and read otherwise, characters of no script. */
function findWideAsian(sample: Uint8Array): string | undefined {
  if (sample.length < 8 || isUtf8(sample) || !(hasControls(sample) || sample.includes(0))) return undefined;
  const even = sample.subarray(0, Math.min(sample.length & ~1, 4096));
  return ['utf-16le', 'utf-16be'].find(
    (encoding) => plausibleShare(new TextDecoder(encoding).decode(even)) >= 0.97,
  );
}

/** Returns the encoding of a text of wide characters without a mark. */
export const findWide = (sample: Uint8Array): string | undefined =>
  findAlternateZeros(sample) ?? findWideAsian(sample);

const letters: readonly (readonly [from: number, to: number])[] = [
  ...([
    [0x81, 0x89],
    [0x91, 0x99],
    [0xa2, 0xa9],
    [0xc1, 0xc9],
    [0xd1, 0xd9],
    [0xe2, 0xe9],
    [0xf0, 0xf9],
  ] as const),
];

/** Returns true for EBCDIC, in which the space is 0x40 and all letters are above 0x80. */
export function isEbcdic(sample: Uint8Array): boolean {
  let spaces = 0;
  let words = 0;
  let foreign = 0;
  for (const byte of sample) {
    if (byte === 0x40) spaces++;
    else if (letters.some(([from, to]) => byte >= from && byte <= to)) words++;
    else if (byte === 0x20 || byte === 0x0a || (byte > 0x60 && byte < 0x7a)) foreign++;
  }
  return (
    sample.length >= 16 &&
    spaces >= 0.05 * sample.length &&
    words >= 0.6 * sample.length &&
    foreign <= 0.02 * sample.length
  );
}
