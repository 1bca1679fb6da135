import type { PDFPageProxy } from 'pdfjs-dist';
import { toPnm } from '../ocr/bitmap.ts';
import { type Recognised, recognise } from '../ocr/recognise.ts';
import { mostPixels } from './image.ts';

/** Pictures of a page that are read, and the least that one must hold to carry text. */
const picturesPerPage = 20;
const leastPixels = 5000;
/** A picture that pdfjs cannot decode may never arrive. */
const waitMs = 10_000;

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

/** The text in a page's pictures, which is what a scan is; null when there is none. */
export async function recognisePage(page: PDFPageProxy): Promise<Recognised | null> {
  const texts: string[] = [];
  const confidences: number[] = [];
  for (const picture of await picturesOf(page)) {
    const { text, confidence } = await recognise(picture);
    if (text === '') continue;
    texts.push(text);
    confidences.push(confidence);
  }
  if (texts.length === 0) return null;
  return { text: texts.join('\n\n'), confidence: Math.min(...confidences) };
}

const firstOf = (args: unknown): unknown => (Array.isArray(args) ? args[0] : undefined);

async function picturesOf(page: PDFPageProxy): Promise<Uint8Array[]> {
  const { OPS } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const draws = new Set<number>([
    OPS.paintImageXObject,
    OPS.paintInlineImageXObject,
    OPS.paintImageMaskXObject,
  ]);
  const { fnArray, argsArray } = await page.getOperatorList();
  const pictures: Uint8Array[] = [];
  for (const [index, operation] of fnArray.entries()) {
    if (!draws.has(operation) || pictures.length >= picturesPerPage) continue;
    const found = await pictureOf(page, firstOf(argsArray[index]));
    if (found !== null) pictures.push(found);
  }
  return pictures;
}

/** A picture is given as it is, by name, or as a mask whose data has a name. */
async function pictureOf(page: PDFPageProxy, given: unknown): Promise<Uint8Array | null> {
  if (typeof given === 'string') return toPixels(await named(page, given));
  if (typeof given !== 'object' || given === null || !('data' in given)) return null;
  if (typeof given.data !== 'string') return toPixels(given);
  const mask = await named(page, given.data);
  return toPixels(mask instanceof Uint8Array ? { ...given, data: mask } : mask);
}

function named(page: PDFPageProxy, name: string): Promise<unknown> {
  const objects = name.startsWith('g_') ? page.commonObjs : page.objs;
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), waitMs);
    objects.get(name, (found: unknown) => {
      clearTimeout(timer);
      resolve(found);
    });
  });
}

function toPixels(found: unknown): Uint8Array | null {
  if (!isPicture(found)) return null;
  const { width, height } = found;
  const { buffer, byteOffset, byteLength } = found.data;
  const data = new Uint8Array(buffer, byteOffset, byteLength);
  const pixels = width * height;
  if (pixels < leastPixels || pixels > mostPixels) return null;
  // One bit a pixel, rows filled up to bytes; in PNM a set bit is black.
  if (data.length === Math.ceil(width / 8) * height) {
    return Buffer.concat([Buffer.from(`P4\n${width} ${height}\n`), data.map((byte) => ~byte)]);
  }
  if (data.length === pixels * 3) return toPnm({ width, height, channels: 3, data });
  if (data.length === pixels * 4) return toPnm({ width, height, channels: 3, data: withoutAlpha(data) });
  return null;
}

/** On white paper. */
function withoutAlpha(data: Uint8Array): Uint8Array {
  const plain = new Uint8Array((data.length / 4) * 3);
  for (let from = 0, to = 0; from < data.length; from += 4) {
    const alpha = (data[from + 3] ?? 255) / 255;
    for (let channel = 0; channel < 3; channel++) {
      plain[to++] = Math.round((data[from + channel] ?? 0) * alpha + 255 * (1 - alpha));
    }
  }
  return plain;
}
