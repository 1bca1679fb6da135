import { isAscii, isUtf8 } from 'node:buffer';

/** The length of a character of UTF-8 by its first byte; 0 for a byte that begins none. */
const lengthFrom = (byte: number): number => {
  if (byte < 0x80) return 1;
  if (byte >= 0xc2 && byte < 0xe0) return 2;
  if (byte >= 0xe0 && byte < 0xf0) return 3;
  return byte >= 0xf0 && byte < 0xf5 ? 4 : 0;
};

/** Counts the characters of several bytes in a text that comes in pieces, and the bytes that belong to none. */
export class Utf8Survey {
  /** Characters of several bytes. */
  good = 0;
  /** Places that are not UTF-8. */
  bad = 0;
  /** The beginning of a character at the end of the piece before. */
  #rest: Uint8Array = new Uint8Array();

  push(piece: Uint8Array): void {
    const bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, piece]) : piece;
    const end = this.#endOfWhole(bytes);
    const whole = bytes.subarray(0, end);
    this.#rest = bytes.slice(end);
    if (isAscii(whole)) return;
    if (isUtf8(whole)) {
      for (const byte of whole) if (byte >= 0xc2) this.good++;
    } else this.#count(whole);
  }

  /** True when the text ends within a character. */
  get isCut(): boolean {
    return this.#rest.length > 0;
  }

  /** True for a text that is UTF-8 to its last byte. */
  get isValid(): boolean {
    return this.bad === 0 && !this.isCut;
  }

  /** Returns the offset behind the last complete character. */
  #endOfWhole(bytes: Uint8Array): number {
    for (let back = 1; back <= Math.min(3, bytes.length); back++) {
      const byte = bytes[bytes.length - back] ?? 0;
      if (byte < 0x80) return bytes.length;
      if (byte >= 0xc0) return lengthFrom(byte) > back ? bytes.length - back : bytes.length;
    }
    return bytes.length;
  }

  #count(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      const length = lengthFrom(bytes[at] ?? 0);
      const isWhole = length > 1 && isUtf8(bytes.subarray(at, at + length)) && at + length <= bytes.length;
      if (isWhole) this.good++;
      else if (length !== 1) this.bad++;
      at += isWhole ? length : 1;
    }
  }
}
