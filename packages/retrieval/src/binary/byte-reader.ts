import { isUtf8 } from 'node:buffer';
import { RetrievalError } from '../retrieval-error.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true });

/** Strings as they are stored: their lengths in UTF-16 units, and all of them one after the other in UTF-8. */
export interface PackedStrings {
  lengths: Uint32Array;
  text: Uint8Array;
}

/** Reads the bytes that ByteWriter wrote. @throws RetrievalError segment_corrupt on a read past the end. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  #position = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get remaining(): number {
    return this.#bytes.length - this.#position;
  }

  varint(): number {
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.#bytes[this.#position++];
      if (byte === undefined) throw corrupt('The segment ends in the middle of a number.');
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
    throw corrupt('The segment holds a number that is too long.');
  }

  /** Reads the number of items that follow. Each takes at least one byte, so a number above the remaining bytes is an error. */
  count(): number {
    const value = this.varint();
    if (value > this.remaining) throw corrupt('The segment states more entries than it holds.');
    return value;
  }

  raw(length: number): Uint8Array {
    if (length > this.remaining) throw corrupt('The segment ends too early.');
    this.#position += length;
    return this.#bytes.subarray(this.#position - length, this.#position);
  }

  string(): string {
    const bytes = this.raw(this.varint());
    try {
      return decoder.decode(bytes);
    } catch {
      throw notText();
    }
  }

  /** Returns strings without decoding them, as a view of the bytes. */
  packedStrings(): PackedStrings {
    const lengths = this.varints(this.count());
    const text = this.raw(this.varint());
    if (!isUtf8(text)) throw notText();
    return { lengths, text };
  }

  strings(): string[] {
    return unpackStrings(this.packedStrings());
  }

  varints(count: number): Uint32Array {
    const values = new Uint32Array(count);
    for (let index = 0; index < count; index++) values[index] = this.varint();
    return values;
  }
}

export function packStrings(strings: readonly string[]): PackedStrings {
  const lengths = Uint32Array.from(strings, ({ length }) => length);
  return { lengths, text: encoder.encode(strings.join('')) };
}

export function unpackStrings({ lengths, text }: PackedStrings): string[] {
  const all = decoder.decode(text);
  const values: string[] = [];
  let start = 0;
  for (const length of lengths) values.push(all.slice(start, (start += length)));
  if (start !== all.length) throw corrupt('The strings of the segment do not add up.');
  return values;
}

function notText(): RetrievalError {
  return corrupt('The segment holds text that is not UTF-8.');
}

/** Creates the error for a segment with invalid bytes. */
export function corrupt(message: string): RetrievalError {
  return new RetrievalError('retrieval.segment_corrupt', message);
}
