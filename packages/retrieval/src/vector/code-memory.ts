import { RetrievalError } from '../retrieval-error.ts';
import { createScanKernel, type ScanKernel } from './scan-kernel.ts';
import { type WasmMemory, webAssembly } from './web-assembly.ts';

const pageBytes = 65_536;
const mostPages = 65_536;
const blockRows = 4096;

/**
 * The memory that the scan works on: the query, the results of one block, then rows of 8-bit codes. It only grows;
 * to give memory back, copy the live rows into a new one.
 */
export class CodeMemory {
  readonly dims: number;
  readonly #width: number;
  readonly #outAt: number;
  readonly #rowsAt: number;
  readonly #memory: WasmMemory;
  readonly #kernel: ScanKernel;
  #rows = 0;
  #codes: Int8Array;

  constructor(dims: number) {
    this.dims = dims;
    this.#width = Math.ceil(dims / 16) * 16;
    this.#outAt = this.#width * 2;
    this.#rowsAt = this.#outAt + blockRows * 4;
    this.#memory = new webAssembly.Memory({
      initial: Math.ceil(this.#rowsAt / pageBytes),
      maximum: mostPages,
    });
    this.#kernel = createScanKernel(this.#memory);
    this.#codes = new Int8Array(this.#memory.buffer);
  }

  get rows(): number {
    return this.#rows;
  }

  get bytes(): number {
    return this.#memory.buffer.byteLength;
  }

  /** Appends rows of codes and returns the number of the first. @throws RetrievalError index_full at 4 GB. */
  append(codes: Int8Array): number {
    const first = this.#rows;
    const count = codes.length / this.dims;
    this.#reserve(first + count);
    if (this.#width === this.dims) this.#codes.set(codes, this.#addressOf(first));
    else {
      for (let row = 0; row < count; row++) {
        const source = codes.subarray(row * this.dims, (row + 1) * this.dims);
        this.#codes.set(source, this.#addressOf(first + row));
      }
    }
    this.#rows += count;
    return first;
  }

  /** Returns the codes of consecutive rows. */
  read(first: number, count: number): Int8Array {
    if (this.#width === this.dims)
      return this.#codes.subarray(this.#addressOf(first), this.#addressOf(first + count));
    const codes = new Int8Array(count * this.dims);
    for (let row = 0; row < count; row++) codes.set(this.row(first + row), row * this.dims);
    return codes;
  }

  row(row: number): Int8Array {
    const start = this.#addressOf(row);
    return this.#codes.subarray(start, start + this.dims);
  }

  /** Sets the query for the scans that follow. */
  setQuery(codes: Int16Array): void {
    new Int16Array(this.#memory.buffer, 0, this.#width).fill(0).set(codes);
  }

  /** Calls `each` with the dot products of consecutive rows, block by block. */
  scan(first: number, count: number, each: (dots: Int32Array, offset: number, rows: number) => void): void {
    const dots = new Int32Array(this.#memory.buffer, this.#outAt, blockRows);
    for (let offset = 0; offset < count; offset += blockRows) {
      const rows = Math.min(blockRows, count - offset);
      this.#kernel(this.#addressOf(first + offset), rows, this.#width, this.#outAt);
      each(dots, offset, rows);
    }
  }

  #addressOf(row: number): number {
    return this.#rowsAt + row * this.#width;
  }

  #reserve(rows: number): void {
    const pages = Math.ceil(this.#addressOf(rows) / pageBytes);
    if (pages > mostPages) {
      throw new RetrievalError('retrieval.index_full', 'One index holds at most 4 GB of vectors.', { rows });
    }
    const present = this.bytes / pageBytes;
    if (pages <= present) return;
    // Growing by a tenth at a time: growing page by page took an eighth of the time of loading a million rows.
    this.#memory.grow(Math.min(Math.max(pages, Math.ceil(present * 1.1)), mostPages) - present);
    this.#codes = new Int8Array(this.#memory.buffer);
  }
}
