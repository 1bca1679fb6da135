import { create } from 'fontkit';
import PDFDocument from 'pdfkit';
import { toBytes } from 'pdfkit/output';
import { layOut, type PdfItem, page } from './pdf-layout.ts';

export interface PdfFonts {
  plain: Uint8Array;
  bold: Uint8Array;
}

/** Replaces characters that the font cannot draw with a question mark, instead of an empty box. */
const drawable = (bytes: Uint8Array) => {
  const font = create(bytes);
  return (text: string): string =>
    Array.from(text, (each) => (font.hasGlyphForCodePoint(each.codePointAt(0) ?? 0) ? each : '?')).join('');
};

/** Draws items as a PDF (PDF-01 to PDF-09), in a font that covers Latin, Greek and Cyrillic. */
export const drawPdf = async (items: readonly PdfItem[], fonts: PdfFonts): Promise<Uint8Array> => {
  const size = [page.width, page.height] as [number, number];
  // Without a font of its own the library asks for one of PDF's standard fonts, which do not come with it.
  const document = new PDFDocument({ size, margin: 0, autoFirstPage: false, font: '' });
  const saved = toBytes(document);
  document.registerFont('plain', fonts.plain).registerFont('bold', fonts.bold).fontSize(page.fontSize);
  const toDrawable = drawable(fonts.plain);
  const lines = layOut(items);
  const count = (lines.at(-1)?.page ?? 0) + 1;
  for (let at = 0; at < count; at += 1) {
    document.addPage();
    for (const { text, isTitle, y } of lines.filter((line) => line.page === at))
      document
        .font(isTitle ? 'bold' : 'plain')
        // The library counts from the top of the page.
        .text(toDrawable(text), page.margin, page.height - y, { lineBreak: false, baseline: 'alphabetic' });
  }
  document.end();
  return saved;
};
