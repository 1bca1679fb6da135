const encoder = new TextEncoder();

/** Append-only byte buffer: LEB128 unsigned integers, raw bytes and length-prefixed UTF-8. */
export class ByteWriter {
  #bytes = new Uint8Array(1024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  #reserve(extra: number): void {
    const needed = this.#length + extra;
    if (needed <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
    grown.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = grown;
  }

  /** An integer from 0 to 2^32 - 1. */
  varint(value: number): void {
    this.#reserve(5);
    let rest = value >>> 0;
    while (rest >= 0x80) {
      this.#bytes[this.#length++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.#bytes[this.#length++] = rest;
  }

  raw(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  string(value: string): void {
    const bytes = encoder.encode(value);
    this.varint(bytes.length);
    this.raw(bytes);
  }

  /** The strings as one blob and their lengths: one UTF-8 decode reads all of them back. */
  strings(values: readonly string[]): void {
    this.varint(values.length);
    for (const value of values) this.varint(value.length);
    this.string(values.join(''));
  }

  /** Returns a view of the written bytes, which is valid until the next write. */
  view(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }
}
