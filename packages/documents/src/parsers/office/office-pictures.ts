import { crc32 } from 'node:zlib';
import type { OfficeParser } from 'officeparser';
import type { Block } from '../../block.ts';
import { toPnm, unpackBitmap } from '../../ocr/bitmap.ts';
import { pictureSize, readOrientation } from '../../ocr/picture-size.ts';
import { recognise } from '../../ocr/recognise.ts';
import { mostDescribed, mostPixels, picturesLeftOut } from '../../pictures/limits.ts';
import { unreadPicture } from '../../pictures/unread-picture.ts';
import type { Source } from '../source.ts';

type Attachments = Awaited<ReturnType<typeof OfficeParser.parseOffice>>['attachments'];

/** The most pictures of a document that are recognised, the longest time for them, and the least sides and pixels of one that may have text. */
const most = { pictures: 50, ms: 100_000 };
const least = { side: 24, pixels: 5000 };
/** The pictures of a document are held in memory, and are left out where they have more bytes. */
const mostBytes = 32 * 1024 * 1024;

/** Tells whether pictures with so many bytes are read. */
export const arePicturesRead = ({ imageHandling }: Pick<Source, 'imageHandling'>, bytes: number): boolean =>
  imageHandling !== 'OCR' || bytes <= mostBytes;

/** Recognises a picture of a document; null where it is too small or too large, has no text or cannot be read. */
async function recognisePicture(bytes: Buffer): Promise<{ text: string; confidence: number } | null> {
  const size = pictureSize(bytes);
  const pixels = size ? size.width * size.height : 0;
  if (size === null || Math.min(size.width, size.height) < least.side) return null;
  if (pixels < least.pixels || pixels > mostPixels) return null;
  const isBitmap = bytes.toString('latin1', 0, 2) === 'BM';
  // A damaged picture is no reason to refuse the document around it.
  const found = await Promise.resolve()
    .then(() => recognise(isBitmap ? toPnm(unpackBitmap(bytes)) : bytes, readOrientation(bytes)))
    .catch(() => null);
  return found?.text ? found : null;
}

/** Creates the reader of the pictures in a document by their names: text recognition, or blocks for a model. Call `report` at the end. */
export function createPictureReader(source: Source, attachments: Attachments) {
  const byName = new Map(attachments.map(({ name, data }) => [name, data]));
  const confidences: number[] = [];
  const seen = new Set<string>();
  let spentMs = 0;
  let shown = 0;
  let left = 0;
  const describe = (bytes: Buffer, place: Pick<Block, 'page'>): Block | null => {
    shown++;
    if (shown === mostDescribed + 1) source.note(picturesLeftOut);
    return shown > mostDescribed ? null : unreadPicture(bytes, place);
  };
  const readText = async (bytes: Buffer, place: Pick<Block, 'page'>): Promise<Block | null> => {
    // A logo that stands on every page is read once.
    const key = `${bytes.length} ${crc32(bytes)}`;
    if (seen.has(key)) return null;
    seen.add(key);
    if (seen.size > most.pictures || spentMs > most.ms) {
      left++;
      return null;
    }
    await source.turn('recognition');
    const since = performance.now();
    const found = await recognisePicture(bytes);
    spentMs += performance.now() - since;
    await source.turn('parsing');
    if (found === null) return null;
    confidences.push(found.confidence);
    return { kind: 'paragraph', text: found.text, ...place };
  };
  return {
    async read(name: string, { page }: Block): Promise<Block | null> {
      const data = byName.get(name);
      if (data === undefined) return null;
      const place = page === undefined ? {} : { page };
      const bytes = Buffer.from(data, 'base64');
      return source.imageHandling === 'OCR' ? readText(bytes, place) : describe(bytes, place);
    },
    report(): void {
      const count = confidences.length;
      const sure = Math.round(confidences.reduce((sum, one) => sum + one, 0) / Math.max(1, count));
      if (count > 0)
        source.note({
          code: 'documents.recognised',
          message: `${count} ${count === 1 ? 'picture was' : 'pictures were'} read by text recognition; ${sure} % sure.`,
        });
      if (left > 0)
        source.note({
          code: 'documents.pictures_left_out',
          message: `${left} ${left === 1 ? 'picture was' : 'pictures were'} left out, because recognising them takes too long. Please split the file.`,
        });
    },
  };
}
