import { crc32 } from 'node:zlib';
import { RetrievalError } from '../retrieval-error.ts';
import { corrupt } from './byte-reader.ts';

const headerBytes = 16;

/**
 * The type of a segment: `magic` is the four ASCII characters at its beginning, `version` that of the format it is written in. Formats
 * from `oldest` on, by default only `version`, can be read.
 */
export type FrameKind = { magic: string; version: number; oldest?: number };

/**
 * Wraps a segment's body: magic (4 bytes), version (u16), zero (u16), CRC-32 of the body (u32), body length
 * (u32), all little endian, then the body.
 */
export function sealFrame(kind: FrameKind, body: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(headerBytes + body.length);
  const header = new DataView(bytes.buffer);
  for (let index = 0; index < 4; index++) header.setUint8(index, kind.magic.charCodeAt(index));
  header.setUint16(4, kind.version, true);
  header.setUint32(8, crc32(body), true);
  header.setUint32(12, body.length, true);
  bytes.set(body, headerBytes);
  return bytes;
}

/**
 * Checks a frame and returns a view of its body.
 * @throws RetrievalError segment_kind, segment_version (written by a newer release) or segment_corrupt.
 */
export function openFrame(kind: FrameKind, bytes: Uint8Array): Uint8Array {
  if (bytes.length < headerBytes) throw corrupt('The segment is shorter than its header.');
  const header = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let index = 0; index < 4; index++) {
    if (header.getUint8(index) !== kind.magic.charCodeAt(index)) {
      throw new RetrievalError('retrieval.segment_kind', `The bytes are not a ${kind.magic} segment.`);
    }
  }
  const version = header.getUint16(4, true);
  if (version > kind.version || version < (kind.oldest ?? kind.version)) {
    throw new RetrievalError(
      'retrieval.segment_version',
      'The segment has a format that is not known here.',
      {
        version,
        supported: kind.version,
      },
    );
  }
  const body = bytes.subarray(headerBytes);
  if (header.getUint32(12, true) !== body.length) throw corrupt('The segment has the wrong length.');
  if (header.getUint32(8, true) !== crc32(body)) throw corrupt('The checksum of the segment is wrong.');
  return body;
}
