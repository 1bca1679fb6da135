import type { Block } from '../block.ts';
import { DocumentError } from '../document-error.ts';
import { type Pixels, unpackBitmap } from '../ocr/bitmap.ts';
import { pictureSize } from '../ocr/picture-size.ts';
import { leastSide, mostPixels, mostSentBytes } from './limits.ts';
import { toPng } from './to-png.ts';

const kinds: readonly [RegExp, string][] = [
  [/^\x89PNG/, 'image/png'],
  [/^\xff\xd8/, 'image/jpeg'],
  [/^GIF8/, 'image/gif'],
  [/^RIFF[\s\S]{4}WEBP/, 'image/webp'],
];

type Position = Pick<Block, 'page'>;

const toUnreadBlock = (mediaType: string, bytes: Buffer, position: Position): Block => ({
  kind: 'paragraph',
  text: '',
  unread: { kind: 'picture', mediaType, data: bytes.toString('base64') },
  ...position,
});

/** Returns pixels as a block that a model reads. */
export const unreadPixels = (pixels: Pixels, position: Position = {}): Block =>
  toUnreadBlock('image/png', toPng(pixels), position);

/**
 * Returns a picture file as a block that a model reads; null for formats that no model accepts and for pictures that are too
 * small to show anything. Throws `documents.picture_too_large` and `documents.corrupt`.
 */
export function unreadPicture(bytes: Buffer, position: Position = {}): Block | null {
  const size = pictureSize(bytes);
  if (size === null || Math.min(size.width, size.height) < leastSide.described) return null;
  const { width, height } = size;
  if (width * height > mostPixels || bytes.length > mostSentBytes)
    throw new DocumentError('documents.picture_too_large', `${width} × ${height}, ${bytes.length} bytes`);
  if (bytes.toString('latin1', 0, 2) === 'BM') return unreadPixels(unpackBitmap(bytes), position);
  const head = bytes.toString('latin1', 0, 16);
  const mediaType = kinds.find(([signature]) => signature.test(head))?.[1];
  return mediaType === undefined ? null : toUnreadBlock(mediaType, bytes, position);
}
