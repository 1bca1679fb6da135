import { type ByteReader, corrupt } from '../binary/byte-reader.ts';
import type { ByteWriter } from '../binary/byte-writer.ts';

/** A run takes four numbers, two postings as many, so three is the least that a run makes shorter. */
const shortestRun = 3;

/**
 * Writes the postings of one term after another, as varints: the distance from the previous chunk, and the frequency. A frequency of zero,
 * which no posting has, begins a run: the number of chunks that follow one another, and the frequency in all of them. Names of a document
 * occur in all its chunks, so that they take a few bytes for each document.
 */
export class PostingsWriter {
  readonly #body: ByteWriter;
  #previous = 0;
  #count = 0;
  #first = 0;
  #length = 0;
  #frequency = 0;

  constructor(body: ByteWriter) {
    this.#body = body;
  }

  /** Adds a posting; those of a term come in the order of their chunks. */
  add(document: number, frequency: number): void {
    this.#count += 1;
    if (this.#length > 0 && frequency === this.#frequency && document === this.#first + this.#length) {
      this.#length += 1;
      return;
    }
    this.#writeRun();
    this.#first = document;
    this.#length = 1;
    this.#frequency = frequency;
  }

  /** Ends the postings of a term and returns their number. */
  end(): number {
    this.#writeRun();
    const count = this.#count;
    this.#count = 0;
    this.#previous = 0;
    return count;
  }

  #writeRun(): void {
    const body = this.#body;
    const last = this.#first + this.#length - 1;
    if (this.#length >= shortestRun) {
      body.varint(this.#first - this.#previous);
      body.varint(0);
      body.varint(this.#length);
      body.varint(this.#frequency);
      this.#previous = last;
    } else
      for (let document = this.#first; document <= last; document++) {
        body.varint(document - this.#previous);
        body.varint(this.#frequency);
        this.#previous = document;
      }
    this.#length = 0;
  }
}

/** Reads the next `count` postings. @throws RetrievalError segment_corrupt for a document beyond `documents`. */
export function readPostings(
  reader: ByteReader,
  { count, documents }: { count: number; documents: number },
  each: (document: number, frequency: number) => void,
): void {
  let document = 0;
  for (let left = count; left > 0; ) {
    document += reader.varint();
    let frequency = reader.varint();
    let run = 1;
    if (frequency === 0) {
      run = reader.varint();
      frequency = reader.varint();
    }
    if (run === 0 || run > left) throw corrupt('The postings of the segment do not add up.');
    if (document + run > documents) throw corrupt('The segment names a chunk that it does not hold.');
    for (let step = 0; step < run; step++) each(document + step, frequency);
    document += run - 1;
    left -= run;
  }
}
