import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw, zstdDecompress } from 'node:zlib';
import { AppError } from '../../base/errors.ts';

type Unpack = (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Uint8Array>;

const asInflate = promisify(inflate);
const asRaw = promisify(inflateRaw);
/** Some programs send the bare data of deflate, without the header that the standard asks for. */
const deflate: Unpack = (bytes, options) =>
  ((bytes[0] ?? 0) & 0x0f) === 8 ? asInflate(bytes, options) : asRaw(bytes, options);

const unpackers = new Map<string, Unpack>([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['br', promisify(brotliDecompress)],
  ['deflate', deflate],
  ['zstd', promisify(zstdDecompress)],
]);
/** More encodings one inside the other are an attack. */
const mostEncodings = 3;

const unpackOne = async (
  bytes: Uint8Array,
  encoding: string,
  maxOutputLength: number,
): Promise<Uint8Array> => {
  const unpack = unpackers.get(encoding);
  if (!unpack)
    throw new AppError(
      'request.encoding_unknown',
      { encoding },
      {
        message: `The content encoding “${encoding.slice(0, 40)}” is not known here. Please send gzip, br, deflate, zstd, or the body as it is.`,
      },
    );
  try {
    return await unpack(bytes, { maxOutputLength });
  } catch (cause) {
    if (cause instanceof RangeError) throw new AppError('request.too_large', undefined, { cause });
    throw new AppError(
      'request.unreadable',
      { encoding },
      {
        cause,
        message: `The body is not ${encoding}, which its content encoding names, or it was cut off.`,
      },
    );
  }
};

/**
 * Undoes the content encodings of a body, outside the event loop. Throws `request.encoding_unknown`, `request.unreadable`, and
 * `request.too_large` for what becomes more than `mostBytes`.
 */
export const unpackBody = async (
  bytes: Uint8Array,
  contentEncoding: string | undefined,
  mostBytes: number,
): Promise<Uint8Array> => {
  const encodings = (contentEncoding ?? '')
    .toLowerCase()
    .split(',')
    .map((it) => it.trim())
    .filter((it) => it !== '' && it !== 'identity');
  if (encodings.length > mostEncodings)
    throw new AppError('request.encoding_unknown', { encoding: encodings.join(', ') });
  let unpacked = bytes;
  for (const encoding of encodings.toReversed()) unpacked = await unpackOne(unpacked, encoding, mostBytes);
  return unpacked;
};
