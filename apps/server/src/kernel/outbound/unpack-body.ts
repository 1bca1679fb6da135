import { type Duplex, pipeline, Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

/** The encodings that `unpackBody` knows, in the form of a header. */
export const knownEncodings = 'gzip, deflate, br';

/** Servers often end a body without its last block, which is no reason to lose what came before. */
const lenient = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };
const lenientBrotli = {
  flush: constants.BROTLI_OPERATION_FLUSH,
  finishFlush: constants.BROTLI_OPERATION_FLUSH,
};
const makers: Readonly<Record<string, () => Duplex>> = {
  gzip: () => createGunzip(lenient),
  'x-gzip': () => createGunzip(lenient),
  deflate: () => createInflate(lenient),
  br: () => createBrotliDecompress(lenientBrotli),
};

/** Encodings in the order in which they were applied. More than five are an attack rather than a page. */
const mostEncodings = 5;

/** Unpacks a body. Returns undefined where it is not packed, or in a way that nobody asked for. */
export const unpackBody = (
  body: ReadableStream<Uint8Array>,
  encoding: string,
): ReadableStream<Uint8Array> | undefined => {
  const names = encoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== 'identity');
  if (names.length > mostEncodings) return undefined;
  const unpackers = names.toReversed().map((name) => makers[name]?.());
  if (!unpackers.every((unpacker) => unpacker !== undefined)) return undefined;
  const packed = Readable.fromWeb(body as NodeStream);
  // The reader of the last one hears of every failure.
  const unpacked = pipeline([packed, ...unpackers], () => undefined) as Duplex;
  return Readable.toWeb(unpacked) as ReadableStream<Uint8Array>;
};
