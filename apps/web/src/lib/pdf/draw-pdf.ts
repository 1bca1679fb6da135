import fontkit from '@pdf-lib/fontkit';
import { PDFDocument, type PDFFont } from 'pdf-lib';
import { layOut, type PdfItem, page } from './pdf-layout.ts';

export interface PdfFonts {
  plain: ArrayBuffer | Uint8Array;
  bold: ArrayBuffer | Uint8Array;
}

/** Replaces characters that the font cannot draw with a question mark, instead of an empty box. */
const drawable = (font: PDFFont) => {
  const known = new Set(font.getCharacterSet());
  return (text: string): string =>
    Array.from(text, (each) => (known.has(each.codePointAt(0) ?? 0) ? each : '?')).join('');
};

/** Draws items as a PDF (PDF-01 to PDF-09), in a font that covers Latin, Greek and Cyrillic. */
export const drawPdf = async (items: readonly PdfItem[], fonts: PdfFonts): Promise<Uint8Array> => {
  const document = await PDFDocument.create();
  document.registerFontkit(fontkit);
  const plain = await document.embedFont(fonts.plain, { subset: true });
  const bold = await document.embedFont(fonts.bold, { subset: true });
  const toDrawable = drawable(plain);
  const lines = layOut(items);
  const count = (lines.at(-1)?.page ?? 0) + 1;
  const pages = Array.from({ length: count }, () => document.addPage([page.width, page.height]));
  for (const { text, isTitle, page: at, y } of lines) {
    pages[at]?.drawText(toDrawable(text), {
      x: page.margin,
      y,
      size: page.fontSize,
      font: isTitle ? bold : plain,
    });
  }
  return document.save();
};
