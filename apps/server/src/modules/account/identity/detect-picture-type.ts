import type { PictureType } from './tables.ts';

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
