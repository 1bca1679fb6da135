import type { Block } from '../../block.ts';
import { openDrawer, type PageDrawer } from '../../pictures/draw-pages.ts';
import { leastSide, mostDescribed, picturesLeftOut } from '../../pictures/limits.ts';
import { unreadPixels } from '../../pictures/unread-picture.ts';
import type { Source } from '../source.ts';
import type { PicturePages } from './open-pdf.ts';
import type { PlacedPicture } from './pdf-blocks.ts';
import { readPagePictures } from './pdf-scan.ts';

/** Reads the parts of a PDF that a model sees: with PAGE whole pages, with IMAGES the pictures on them, with OCR nothing. */
export function createPictureReader(source: Source, pages: PicturePages) {
  let drawer: PageDrawer | undefined;
  let shown = 0;
  const ofPage = async (number: number): Promise<PlacedPicture[]> => {
    if (source.imageHandling !== 'IMAGES' || shown > mostDescribed) return [];
    const found = await pages.read(number, readPagePictures).catch(() => []);
    const worth = found.filter(
      ({ pixels: { width, height } }) => Math.min(width, height) >= leastSide.described,
    );
    const placed = worth
      .slice(0, mostDescribed - shown)
      .map(({ pixels, box: { top } }) => ({ top, block: unreadPixels(pixels, { page: number }) }));
    shown += worth.length;
    if (shown > mostDescribed) source.note(picturesLeftOut);
    return placed;
  };
  return {
    /** Returns the page as a picture; null when its text is read instead. */
    async drawPage(number: number): Promise<Block | null> {
      if (source.imageHandling !== 'PAGE' || number > mostDescribed) return null;
      drawer ??= await openDrawer(source.path);
      const pixels = await drawer.draw(number).catch(() => null);
      return pixels && unreadPixels(pixels, { page: number });
    },
    ofPage,
    /** Returns the pictures of a page without text; null when it has none, or when OCR reads them. */
    async ofScan(number: number): Promise<Block[] | null> {
      const found = await ofPage(number);
      return found.length === 0 ? null : found.map(({ block }) => block);
    },
    close: () => drawer?.close(),
  };
}
