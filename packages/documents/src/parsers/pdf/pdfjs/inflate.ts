import { inflateSync } from 'node:zlib';

const Native = DecompressionStream;

/** The most bytes that one part of a file may unpack to. A larger one is left to pdfjs, in a process with a limit of memory. */
const maxOutputLength = 256 * 1024 * 1024;

/**
 * Unpacks `deflate` at once, and not in another thread: a PDF consists of many small parts, and for each of them the way to the thread and
 * back takes longer than the unpacking. Other formats are left to Node.
 */
class Inflate {
  readonly readable: ReadableStream;
  readonly writable: WritableStream;

  constructor(format: ConstructorParameters<typeof DecompressionStream>[0]) {
    const parts: Uint8Array[] = [];
    const stream =
      format === 'deflate'
        ? new TransformStream<Uint8Array, Uint8Array>({
            transform: (part) => void parts.push(part),
            flush: (out) => out.enqueue(inflateSync(Buffer.concat(parts), { maxOutputLength })),
          })
        : new Native(format);
    this.readable = stream.readable;
    this.writable = stream.writable;
  }
}

/** Makes pdfjs, which asks the global object for it, unpack quickly. */
export const useQuickInflate = (): void => {
  Object.assign(globalThis, { DecompressionStream: Inflate });
};
