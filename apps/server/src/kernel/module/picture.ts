import type { Part } from './part.ts';

/** The types of pictures that are accepted. A picture is served with its type. */
export type PictureType = 'image/png' | 'image/jpeg' | 'image/webp';

const startsWith = (bytes: Buffer, sign: number[], at = 0): boolean =>
  sign.every((byte, index) => bytes[at + index] === byte);

const ascii = (text: string): number[] => [...Buffer.from(text, 'ascii')];

/** Detects the type of a picture by its first bytes, regardless of its declared type. SVG is refused, because it can carry scripts. */
export const detectPictureType = (bytes: Buffer): PictureType | undefined => {
  if (startsWith(bytes, [0x89, ...ascii('PNG\r\n'), 0x1a, 0x0a])) return 'image/png';
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'image/jpeg';
  if (startsWith(bytes, ascii('RIFF')) && startsWith(bytes, ascii('WEBP'), 8)) return 'image/webp';
  return undefined;
};

export interface Picture {
  type: PictureType;
  bytes: Buffer;
}

/** Reads the one picture of an upload. Returns undefined when there is none, when it is too long, or when it is no picture. */
export const readPicture = async (
  parts: AsyncIterable<Part>,
  maxBytes: number,
): Promise<Picture | undefined> => {
  for await (const part of parts) {
    if (part.kind !== 'file') continue;
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of part.stream) {
      const bytes = Buffer.from(chunk as Uint8Array);
      size += bytes.length;
      if (size <= maxBytes) chunks.push(bytes);
    }
    if (size > maxBytes || part.truncated()) return undefined;
    const bytes = Buffer.concat(chunks);
    const type = detectPictureType(bytes);
    return type && { type, bytes };
  }
  return undefined;
};

/** The headers of a picture that a user uploaded. When opened as a page of its own, it cannot run anything. */
export const pictureHeaders = {
  'cache-control': 'private, max-age=86400, immutable',
  'content-disposition': 'inline',
  'content-security-policy': "default-src 'none'; sandbox",
};
