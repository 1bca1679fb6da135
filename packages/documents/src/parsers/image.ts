import { readFile } from 'node:fs/promises';
import type { Block } from '../block.ts';
import { DocumentError } from '../document-error.ts';
import { toPnm, unpackBitmap } from '../ocr/bitmap.ts';
import { pictureSize, readOrientation } from '../ocr/picture-size.ts';
import { type Recognised, recognise } from '../ocr/recognise.ts';
import { leastSide, mostDescribed, mostPixels, pagesLeftOut } from '../pictures/limits.ts';
import { isTiff, tiffPages } from '../pictures/tiff.ts';
import { unreadPicture, unreadPixels } from '../pictures/unread-picture.ts';
import type { Parser, Source } from './source.ts';

/** Parses a picture with OCR or a model: the first picture of an animation, all pages of a TIFF. */
export const parseImage: Parser = async function* (source) {
  const bytes = await readFile(source.path);
  yield* isTiff(bytes) ? parseTiff(source, bytes) : parseSingle(source, bytes);
};

async function* parseSingle(source: Source, bytes: Buffer): AsyncGenerator<Block> {
  const size = pictureSize(bytes);
  if (size === null) throw new DocumentError('documents.corrupt', 'no picture header');
  const { width, height } = size;
  if (width * height > mostPixels)
    throw new DocumentError('documents.picture_too_large', `${width} × ${height}`);
  if (Math.min(width, height) < leastSide.read)
    throw new DocumentError('documents.no_text', `${width} × ${height}`);
  if (source.imageHandling !== 'OCR') {
    const block = unreadPicture(bytes);
    if (block !== null) yield block;
    return;
  }
  await source.turn('recognition');
  const isBitmap = bytes.toString('latin1', 0, 2) === 'BM';
  const plain = isBitmap ? toPnm(unpackBitmap(bytes)) : bytes;
  yield* recognisedPages(source, [await recognise(plain, readOrientation(bytes))]);
}

async function* parseTiff(source: Source, bytes: Buffer): AsyncGenerator<Block> {
  const found: Recognised[] = [];
  let page = 0;
  for await (const pixels of tiffPages(bytes)) {
    page++;
    if (source.imageHandling === 'OCR') {
      await source.turn('recognition');
      found.push(await recognise(toPnm(pixels)));
    } else if (page <= mostDescribed) yield unreadPixels(pixels, { page });
  }
  if (found.length > 0) yield* recognisedPages(source, found);
  else if (page > mostDescribed) source.note(pagesLeftOut(page - mostDescribed));
}

function* recognisedPages(source: Source, found: readonly Recognised[]): Generator<Block> {
  const sure = Math.round(found.reduce((sum, { confidence }) => sum + confidence, 0) / found.length);
  if (found.every(({ text }) => text === ''))
    throw new DocumentError('documents.no_text', `confidence ${sure}`);
  for (const [at, { text }] of found.entries())
    yield* recognisedBlocks(text, found.length > 1 ? at + 1 : undefined);
  source.note({ code: 'documents.recognised', message: `Read by text recognition; ${sure} % sure.` });
}

/** Converts recognised lines to blocks. A blank line separates paragraphs. */
export function recognisedBlocks(text: string, page?: number): Block[] {
  const paragraphs = text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '');
  const place = page === undefined ? {} : { page };
  return paragraphs.map((paragraph) => ({ kind: 'paragraph', text: paragraph.trim(), ...place }));
}
