import { readFile } from 'node:fs/promises';
import type { Block } from '../block.ts';
import { DocumentError } from '../document-error.ts';
import { bitmapToPnm } from '../ocr/bitmap.ts';
import { orientationOf, pictureSize } from '../ocr/picture-size.ts';
import { recognise } from '../ocr/recognise.ts';
import type { Parser } from './source.ts';

/** Pixels that a picture may hold: a page at 600 dpi has 35 million. */
export const mostPixels = 40_000_000;
/** What is smaller holds no line of text. */
const leastSide = 3;

/** A picture's text, by recognition; of an animated one that of the first picture. */
export const parseImage: Parser = async function* (source) {
  const bytes = await readFile(source.path);
  const size = pictureSize(bytes);
  if (size === null) throw new DocumentError('documents.corrupt', 'no picture header');
  const { width, height } = size;
  if (width * height > mostPixels)
    throw new DocumentError('documents.picture_too_large', `${width} × ${height}`);
  if (Math.min(width, height) < leastSide)
    throw new DocumentError('documents.no_text', `${width} × ${height}`);
  const isBitmap = bytes.toString('latin1', 0, 2) === 'BM';
  const { text, confidence } = await recognise(isBitmap ? bitmapToPnm(bytes) : bytes, orientationOf(bytes));
  if (text === '') throw new DocumentError('documents.no_text', `confidence ${confidence}`);
  yield* recognisedBlocks(text);
  source.note({
    code: 'documents.recognised',
    message: `Read by text recognition; ${confidence} % sure.`,
  });
};

/** Recognised lines, with a blank one between paragraphs, as blocks. */
export function recognisedBlocks(text: string, page?: number): Block[] {
  const paragraphs = text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '');
  const place = page === undefined ? {} : { page };
  return paragraphs.map((paragraph) => ({ kind: 'paragraph', text: paragraph.trim(), ...place }));
}
