import { Duplex } from 'node:stream';
import type { VectorStoreIo } from './vector-store.ts';

/** Longest answer in bytes. The driver keeps an answer in memory until it is complete. */
const longestAnswer = 64 * 1024 * 1024;

/**
 * A socket for the PostgreSQL driver. It connects through the given function when the driver asks it to, so that the server checks
 * the address.
 */
export class LazySocket extends Duplex {
  readonly #connect: VectorStoreIo['connect'];
  readonly #longest: number;
  #inner: Duplex | undefined;
  /** Bytes received since the last query. */
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

  // The driver calls these methods; the underlying connection has its own settings.
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
