import { readFile } from 'node:fs/promises';
import type { Pixels } from '../ocr/bitmap.ts';

/** Pixels of a page's longer side: enough for small print, and no more than models use. */
const longestSide = 1600;
const mostScale = 4;

export type PageDrawer = {
  /** Draws a page as a reader sees it. Pages count from 1. */
  draw(number: number): Promise<Pixels>;
  close(): void;
};

/** Draws pages of a PDF with pdfium in WebAssembly, without native code or downloads. */
export async function openDrawer(path: string): Promise<PageDrawer> {
  const { PDFiumLibrary } = await import('@hyzyla/pdfium');
  const library = await PDFiumLibrary.init();
  const pdf = await library.loadDocument(await readFile(path));
  return {
    async draw(number) {
      const page = pdf.getPage(number - 1);
      const { originalWidth, originalHeight } = page.getOriginalSize();
      const scale = Math.min(mostScale, longestSide / Math.max(originalWidth, originalHeight, 1));
      const { width, height, data } = await page.render({ scale, render: 'bitmap' });
      return { width, height, channels: 3, data: fromBgra(data) };
    },
    close() {
      pdf.destroy();
      library.destroy();
    },
  };
}

function fromBgra(data: Uint8Array): Uint8Array {
  const plain = new Uint8Array((data.length / 4) * 3);
  for (let from = 0, to = 0; from < data.length; from += 4) {
    plain[to++] = data[from + 2] ?? 0;
    plain[to++] = data[from + 1] ?? 0;
    plain[to++] = data[from] ?? 0;
  }
  return plain;
}
