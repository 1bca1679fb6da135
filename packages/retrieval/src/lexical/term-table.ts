import { corrupt, type PackedStrings } from '../binary/byte-reader.ts';

const encoder = new TextEncoder();
/** FNV-1a, a hash of few operations (Fowler, Noll & Vo). */
const hashStart = 0x811c9dc5;
const hashPrime = 0x01000193;

/** The place of a term in a text of UTF-8, with its hash. */
type TermPlace = { text: Uint8Array; start: number; end: number; hash: number };

/** The UTF-16 units of the character that begins with a byte; 0 for a byte inside a character. */
const countCodeUnits = (byte: number): number => (byte < 0x80 ? 1 : byte < 0xc0 ? 0 : byte < 0xf0 ? 1 : 2);

/**
 * Numbers terms from zero. The terms are kept as UTF-8 in one array with a hash table of numbers beside it, because strings would take
 * several times the memory, and loading an index would spend most of its time on making them.
 */
export class TermTable {
  #text = new Uint8Array(2048);
  /** The place of each term in the text; the next entry is its end. */
  #starts = new Uint32Array(257);
  #hashes = new Uint32Array(256);
  /** The hash table: the number of a term plus one, or zero. Its size is a power of two. */
  #slots = new Uint32Array(1024);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  get bytes(): number {
    return this.#text.length + (this.#starts.length + this.#hashes.length + this.#slots.length) * 4;
  }

  /** Returns the number of a term, or -1. */
  find(term: string): number {
    const text = encoder.encode(term);
    let hash = hashStart;
    for (const byte of text) hash = Math.imul(hash ^ byte, hashPrime);
    return (this.#slots[this.#slotOf({ text, start: 0, end: text.length, hash: hash >>> 0 })] ?? 0) - 1;
  }

  /**
   * Writes the numbers of the terms `from` to `to` of a segment into `numbers`; new terms get the next ones. `position` is the place of
   * the first of them in the text. Returns the place behind the last one. @throws RetrievalError segment_corrupt.
   */
  numberTerms(
    { text, lengths }: PackedStrings,
    numbers: Uint32Array,
    { from, to, position }: { from: number; to: number; position: number },
  ): number {
    let end = position;
    for (let index = from; index < to; index++) {
      const start = end;
      let units = lengths[index] ?? 0;
      let hash = hashStart;
      for (; end < text.length; end++) {
        const byte = text[end] ?? 0;
        const width = countCodeUnits(byte);
        if (units === 0 && width > 0) break;
        units -= width;
        hash = Math.imul(hash ^ byte, hashPrime);
      }
      if (units !== 0) throw corrupt('The terms of the segment do not add up.');
      numbers[index] = this.#numberOf({ text, start, end, hash: hash >>> 0 });
    }
    return end;
  }

  /** Adds a term of another table and returns its number. */
  copyTerm(source: TermTable, number: number): number {
    return this.#numberOf({
      text: source.#text,
      start: source.#starts[number] ?? 0,
      end: source.#starts[number + 1] ?? 0,
      hash: source.#hashes[number] ?? 0,
    });
  }

  #numberOf(place: TermPlace): number {
    const slot = this.#slotOf(place);
    const known = this.#slots[slot] ?? 0;
    return known > 0 ? known - 1 : this.#add(place, slot);
  }

  /** Returns the slot of a term, or the empty slot where it belongs. */
  #slotOf({ text, start, end, hash }: TermPlace): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = (hash ^ (hash >>> 15)) & mask;
    for (;;) {
      const entry = slots[slot] ?? 0;
      if (entry === 0) return slot;
      if (this.#hashes[entry - 1] === hash && this.#isAt(entry - 1, text, start, end)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #isAt(number: number, text: Uint8Array, start: number, end: number): boolean {
    const own = this.#text;
    let at = this.#starts[number] ?? 0;
    if ((this.#starts[number + 1] ?? 0) - at !== end - start) return false;
    for (let place = start; place < end; place++) if (own[at++] !== text[place]) return false;
    return true;
  }

  #add({ text, start, end, hash }: TermPlace, slot: number): number {
    const number = this.#count++;
    const first = this.#starts[number] ?? 0;
    const last = first + end - start;
    if (last > this.#text.length) this.#text = enlarged(this.#text, new Uint8Array(sizeAbove(last)));
    for (let place = start; place < end; place++) this.#text[first + place - start] = text[place] ?? 0;
    if (number === this.#hashes.length) {
      this.#hashes = enlarged(this.#hashes, new Uint32Array(sizeAbove(number)));
      this.#starts = enlarged(this.#starts, new Uint32Array(this.#hashes.length + 1));
    }
    this.#starts[number + 1] = last;
    this.#hashes[number] = hash;
    this.#slots[slot] = number + 1;
    if (this.#count * 2 > this.#slots.length) this.#enlargeSlots();
    return number;
  }

  #enlargeSlots(): void {
    const slots = new Uint32Array(this.#slots.length * 2);
    const mask = slots.length - 1;
    for (let number = 0; number < this.#count; number++) {
      const hash = this.#hashes[number] ?? 0;
      let slot = (hash ^ (hash >>> 15)) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = number + 1;
    }
    this.#slots = slots;
  }
}

const sizeAbove = (needed: number): number => Math.ceil(needed * 1.5) + 1;

const enlarged = <T extends Uint8Array | Uint32Array>(old: T, fresh: T): T => {
  fresh.set(old);
  return fresh;
};
