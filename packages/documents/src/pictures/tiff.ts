import { DocumentError } from '../document-error.ts';
import { type Pixels, withoutAlpha } from '../ocr/bitmap.ts';
import { mostPixels } from './limits.ts';

/** The most pages of a TIFF. */
const mostPages = 500;
const mostEntries = 500;
/** The bytes of a value of each type, from type 1 on (TIFF 6.0, section 2). */
const valueBytes = [1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4] as const;
const tag = { width: 256, height: 257, bits: 258, samples: 277 } as const;

const corrupt = (detail: string) => new DocumentError('documents.corrupt', `TIFF: ${detail}`);

export const isTiff = (bytes: Buffer): boolean => /^(II\*\0|MM\0\*)/.test(bytes.toString('latin1', 0, 4));

/** Yields the pages of a TIFF one at a time. Throws `documents.corrupt` and `documents.picture_too_large`. */
export async function* tiffPages(bytes: Buffer): AsyncGenerator<Pixels> {
  try {
    judge(bytes);
    const { default: utif } = await import('utif2');
    const pages = utif.decode(bytes).filter((page) => page['t256'] !== undefined);
    if (pages.length === 0) throw corrupt('no picture');
    for (const page of pages) {
      utif.decodeImage(bytes, page);
      const { width, height } = page;
      const rgba = utif.toRGBA8(page);
      if (rgba.length !== width * height * 4) throw corrupt(`${rgba.length} bytes of pixels`);
      yield { width, height, channels: 3, data: withoutAlpha(rgba) };
      // The decoder stores the pixels of a page in its directory. They are freed to make room for the next page.
      page.data = new Uint8Array();
    }
  } catch (error) {
    if (error instanceof DocumentError || error instanceof RangeError) throw error;
    throw corrupt(String(error));
  }
}

/** Checks the directories before the decoder does, because the decoder trusts every number and follows every offset. */
function judge(bytes: Buffer): void {
  const isLittle = bytes[0] === 0x49;
  const u16 = (at: number) => (isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at));
  const u32 = (at: number) => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
  const seen = new Set<number>();
  for (let at = u32(4); at !== 0; ) {
    if (seen.has(at)) throw corrupt('directories in a circle');
    seen.add(at);
    if (seen.size > mostPages) throw new DocumentError('documents.too_large', `more than ${mostPages} pages`);
    const entries = u16(at);
    if (entries > mostEntries) throw corrupt(`${entries} entries`);
    judgeEntries(at + 2, { entries, u16, u32, length: bytes.length });
    at = u32(at + 2 + entries * 12);
  }
}

type Directory = {
  entries: number;
  length: number;
  u16: (at: number) => number;
  u32: (at: number) => number;
};

function judgeEntries(start: number, { entries, length, u16, u32 }: Directory): void {
  const facts = new Map<number, number>();
  for (let at = start; at < start + entries * 12; at += 12) {
    const size = valueBytes[u16(at + 2) - 1];
    if (size === undefined || u32(at + 4) * size > length) throw corrupt(`entry ${u16(at)}`);
    facts.set(u16(at), size === 2 ? u16(at + 8) : u32(at + 8));
  }
  const width = facts.get(tag.width) ?? 0;
  const height = facts.get(tag.height) ?? 0;
  if (width * height > mostPixels)
    throw new DocumentError('documents.picture_too_large', `${width} × ${height}`);
  if ((facts.get(tag.samples) ?? 1) > 8) throw corrupt('channels');
}
