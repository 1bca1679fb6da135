import { create } from 'fontkit';
import PDFDocument from 'pdfkit';
import { toBytes } from 'pdfkit/output';
import type { PaintedLine } from './paint-line.ts';
import { layOut, type PdfItem, page } from './pdf-layout.ts';

export interface PdfFonts {
  plain: Uint8Array;
  bold: Uint8Array;
}

/** Scripts whose letters change their form or their order beside each other, which the library does not do. */
const shaped =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Thai}\p{Script=Lao}]/u;

/** Returns a function that tells whether the font can draw a text by itself. */
const drawableBy = (bytes: Uint8Array) => {
  const font = create(bytes);
  return (text: string): boolean =>
    !shaped.test(text) &&
    Array.from(text).every((each) => font.hasGlyphForCodePoint(each.codePointAt(0) ?? 0));
};

/**
 * Draws items as a PDF (PDF-01 to PDF-09), in a font that covers Latin, Greek and Cyrillic. `paint` makes pictures of the lines in other
 * scripts.
 */
export const drawPdf = async (
  items: readonly PdfItem[],
  fonts: PdfFonts,
  paint: (text: string, isTitle: boolean) => Promise<PaintedLine>,
): Promise<Uint8Array> => {
  const size = [page.width, page.height] as [number, number];
  // Without a font of its own the library asks for one of PDF's standard fonts, which do not come with it.
  const document = new PDFDocument({ size, margin: 0, autoFirstPage: false, font: '' });
  const saved = toBytes(document);
  document.registerFont('plain', fonts.plain).registerFont('bold', fonts.bold).fontSize(page.fontSize);
  const isDrawable = drawableBy(fonts.plain);
  let pages = 0;
  for (const { text, isTitle, y, page: number } of layOut(items)) {
    for (; pages <= number; pages += 1) document.addPage();
    // The library counts from the top of the page.
    const baseline = page.height - y;
    if (isDrawable(text)) {
      document
        .font(isTitle ? 'bold' : 'plain')
        .text(text, page.margin, baseline, { lineBreak: false, baseline: 'alphabetic' });
    } else {
      const { jpeg, x, width, height, ascent } = await paint(text, isTitle);
      const bytes = jpeg.buffer.slice(jpeg.byteOffset, jpeg.byteOffset + jpeg.byteLength) as ArrayBuffer;
      document.image(bytes, x, baseline - ascent, { width, height });
    }
  }
  if (pages === 0) document.addPage();
  document.end();
  return saved;
};
