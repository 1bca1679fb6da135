import { Duplex } from 'node:stream';
import type { VectorStoreIo } from './vector-store.ts';

/** The driver keeps an answer until it is whole, and none that was asked for is longer. */
const longestAnswer = 64 * 1024 * 1024;

/**
 * What the PostgreSQL driver takes for a socket. It is connected when the driver says so, through the way that was lent,
 * so that the address is checked by whoever lends it.
 */
export class LazySocket extends Duplex {
  readonly #connect: VectorStoreIo['connect'];
  readonly #longest: number;
  #inner: Duplex | undefined;
  /** Bytes that came since something was asked. */
  #answered = 0;

  constructor(connect: VectorStoreIo['connect'], longest = longestAnswer) {
    super();
    this.#connect = connect;
    this.#longest = longest;
  }

  connect(port: number, host: string): this {
    this.#connect(host, port).then(
      (inner) => this.#join(inner),
      (error: Error) => this.destroy(error),
    );
    return this;
  }

  #join(inner: Duplex): void {
    this.#inner = inner;
    inner.on('data', (bytes: Buffer) => {
      this.#answered += bytes.length;
      if (this.#answered > this.#longest) this.destroy(new Error('The answer is too long.'));
      else if (!this.push(bytes)) inner.pause();
    });
    inner.on('end', () => this.push(null));
    inner.on('error', (error: Error) => this.destroy(error));
    inner.on('close', () => this.destroy());
    if (this.destroyed) inner.destroy();
    else this.emit('connect');
  }

  override _read(): void {
    this.#inner?.resume();
  }

  override _write(bytes: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#answered = 0;
    this.#inner?.write(bytes, done);
  }

  override _final(done: () => void): void {
    this.#inner?.end();
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#inner?.destroy();
    done(error);
  }

  // The driver sets these on a socket of its own; the way that was lent has its own mind about them.
  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}
