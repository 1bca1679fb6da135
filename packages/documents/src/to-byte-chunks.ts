import type { Readable } from 'node:stream';

/** Returns a stream of bytes as the buffers that it consists of. */
export function toByteChunks(stream: Readable): AsyncIterable<Buffer> {
  return stream as AsyncIterable<Buffer>;
}
