import { crc32 } from 'node:zlib';
import type { PDFPageProxy } from 'pdfjs-dist';
import { type Pixels, toPnm, withoutAlpha } from '../../ocr/bitmap.ts';
import { type Recognised, recognise } from '../../ocr/recognise.ts';
import { mostPixels } from '../../pictures/limits.ts';
import type { Patience } from './open-pdf.ts';
import { createTransform } from './pdf-transform.ts';
import type { Box } from './tables/geometry.ts';

/** The most pictures of a page that are read, and the least size of one that may contain text. */
const picturesPerPage = 20;
const leastPixels = 5000;
/** The shortest wait for a picture, in milliseconds. Pictures are decoded in this thread, so an intact one arrives almost at once. */
const leastMs = 100;

type Picture = { width: number; height: number; data: Uint8Array | Uint8ClampedArray };

const isPicture = (value: unknown): value is Picture =>
  typeof value === 'object' &&
  value !== null &&
  'data' in value &&
  (value.data instanceof Uint8Array || value.data instanceof Uint8ClampedArray) &&
  'width' in value &&
  typeof value.width === 'number' &&
  'height' in value &&
  typeof value.height === 'number';

/** Recognises the text in a page's pictures, of which a scan consists; null when there is none. */
export async function recognisePage(page: PDFPageProxy, patience: Patience): Promise<Recognised | null> {
  const texts: string[] = [];
  const confidences: number[] = [];
  for (const { pixels } of await readPagePictures(page, patience)) {
    const { text, confidence } = await recognise(toPnm(pixels));
    if (text === '') continue;
    texts.push(text);
    confidences.push(confidence);
  }
  if (texts.length === 0) return null;
  return { text: texts.join('\n\n'), confidence: Math.min(...confidences) };
}

const firstOf = (args: unknown): unknown => (Array.isArray(args) ? args[0] : undefined);

/** A picture of a page, with its box in the page's units. */
export type PagePicture = { pixels: Pixels; box: Box };

/** The text of a picture, at the height of its upper edge. */
export type PictureText = Recognised & { top: number };

/** The shortest side of a picture that may have text, beside text of the page. */
const leastText = 24;

/** Recognises the pictures of a page that `isWanted` names by their boxes. `seen` has those of earlier pages, which are left out. */
export const recognisePictures =
  (isWanted: (box: Box) => boolean, seen: Set<string>) =>
  async (page: PDFPageProxy, patience: Patience): Promise<PictureText[]> => {
    const found: PictureText[] = [];
    for (const { pixels, box } of await readPagePictures(page, patience)) {
      const key = `${pixels.width} ${pixels.height} ${crc32(pixels.data)}`;
      if (Math.min(pixels.width, pixels.height) < leastText || seen.has(key) || !isWanted(box)) continue;
      seen.add(key);
      const { text, confidence } = await recognise(toPnm(pixels));
      if (text !== '') found.push({ text, confidence, top: box.top });
    }
    return found;
  };

/** Returns the pictures of a page in the order in which they are drawn. */
export async function readPagePictures(page: PDFPageProxy, patience: Patience): Promise<PagePicture[]> {
  const { OPS } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const draws = new Set<number>([
    OPS.paintImageXObject,
    OPS.paintInlineImageXObject,
    OPS.paintImageMaskXObject,
  ]);
  const { fnArray, argsArray } = await page.getOperatorList();
  const pictures: PagePicture[] = [];
  const transform = createTransform(OPS);
  for (const [index, operation] of fnArray.entries()) {
    const args: unknown = argsArray[index];
    transform.follow(operation, args);
    if (!draws.has(operation) || pictures.length >= picturesPerPage) continue;
    const pixels = await readPixels(firstOf(args), (name) => named(page, name, patience));
    if (pixels !== null) pictures.push({ pixels, box: transform.box() });
  }
  return pictures;
}

/** Reads a picture that is given as it is, by name, or as a mask whose data has a name. */
async function readPixels(given: unknown, find: (name: string) => Promise<unknown>): Promise<Pixels | null> {
  if (typeof given === 'string') return toPixels(await find(given));
  if (typeof given !== 'object' || given === null || !('data' in given)) return null;
  if (typeof given.data !== 'string') return toPixels(given);
  const mask = await find(given.data);
  return toPixels(mask instanceof Uint8Array ? { ...given, data: mask } : mask);
}

function named(page: PDFPageProxy, name: string, patience: Patience): Promise<unknown> {
  const objects = name.startsWith('g_') ? page.commonObjs : page.objs;
  const since = performance.now();
  return new Promise((resolve) => {
    const timer = setTimeout(
      () => {
        patience.ms -= performance.now() - since;
        resolve(null);
      },
      Math.max(leastMs, patience.ms),
    );
    objects.get(name, (found: unknown) => {
      clearTimeout(timer);
      resolve(found);
    });
  });
}

function toPixels(found: unknown): Pixels | null {
  if (!isPicture(found)) return null;
  const { width, height } = found;
  const { buffer, byteOffset, byteLength } = found.data;
  const data = new Uint8Array(buffer, byteOffset, byteLength);
  const pixels = width * height;
  if (pixels < leastPixels || pixels > mostPixels) return null;
  if (data.length === Math.ceil(width / 8) * height)
    return { width, height, channels: 1, data: fromBits(data, width, height) };
  if (data.length === pixels * 3) return { width, height, channels: 3, data };
  if (data.length === pixels * 4) return { width, height, channels: 3, data: withoutAlpha(data) };
  return null;
}

/** Unpacks one bit per pixel, with rows padded to bytes. A set bit is white. */
function fromBits(data: Uint8Array, width: number, height: number): Uint8Array {
  const stride = Math.ceil(width / 8);
  const grey = new Uint8Array(width * height);
  for (let y = 0, to = 0; y < height; y++) {
    for (let x = 0; x < width; x++, to++) {
      const byte = data[y * stride + (x >> 3)] ?? 0;
      grey[to] = (byte >> (7 - (x & 7))) & 1 ? 255 : 0;
    }
  }
  return grey;
}
