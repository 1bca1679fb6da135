import {
  drawObject,
  PDFDocument,
  PDFHexString,
  PDFName,
  popGraphicsState,
  pushGraphicsState,
  StandardFonts,
  scale,
} from 'pdf-lib';

/** Makes a PDF with a heading, two paragraphs and a page number on each page. */
export async function pdf(pages: number): Promise<Buffer> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (let number = 1; number <= pages; number++) {
    const page = document.addPage([595, 842]);
    page.drawText('ACME internal', { x: 50, y: 815, size: 9, font });
    page.drawText(`Chapter ${number}`, { x: 50, y: 760, size: 20, font });
    page.drawText(`The code word of page ${number} is heron${number}. It is not to be passed on to any-`, {
      x: 50,
      y: 720,
      size: 11,
      font,
    });
    page.drawText('one outside of the company.', { x: 50, y: 706, size: 11, font });
    page.drawText('A second paragraph stands below a gap.', { x: 50, y: 670, size: 11, font });
    page.drawText(`Page ${number} of ${pages}`, { x: 280, y: 20, size: 9, font });
  }
  return Buffer.from(await document.save());
}

/** Makes a report whose foot has the number of the page inside a line, well above the edge of the paper. */
export async function reportPdf(pages: number): Promise<Buffer> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (let number = 1; number <= pages; number++) {
    const page = document.addPage([595, 842]);
    page.drawText(`Sales of month ${number} rose.`, { x: 50, y: 700, size: 11, font });
    page.drawText(`ACME Inc. | Form 10-Q | ${number}`, { x: 250, y: 130, size: 9, font });
  }
  return Buffer.from(await document.save());
}

/** Makes a page of text in one size, whose `bold` lines are in another font. */
export async function linesPdf(
  lines: readonly { text: string; y: number; bold?: boolean }[],
): Promise<Buffer> {
  const document = await PDFDocument.create();
  const plain = await document.embedFont(StandardFonts.Helvetica);
  const strong = await document.embedFont(StandardFonts.HelveticaBold);
  const page = document.addPage([595, 842]);
  for (const { text, y, bold = false } of lines)
    page.drawText(text, { x: 50, y, size: 10, font: bold ? strong : plain });
  return Buffer.from(await document.save());
}

/** Makes pages without any text, like a scan. */
export async function blankPdf(): Promise<Buffer> {
  const document = await PDFDocument.create();
  document.addPage().drawRectangle({ x: 10, y: 10, width: 50, height: 50 });
  return Buffer.from(await document.save());
}

/** Makes a PDF whose standard security handler does not accept an empty password (its key check is arbitrary). */
export async function encryptedPdf(): Promise<Buffer> {
  const document = await PDFDocument.create();
  document.addPage();
  const { context } = document;
  context.trailerInfo.Encrypt = context.register(
    context.obj({
      Filter: PDFName.of('Standard'),
      V: 1,
      R: 2,
      P: -44,
      O: PDFHexString.of('ab'.repeat(32)),
      U: PDFHexString.of('cd'.repeat(32)),
    }),
  );
  context.trailerInfo.ID = context.obj([PDFHexString.of('00'.repeat(16)), PDFHexString.of('00'.repeat(16))]);
  return Buffer.from(await document.save({ useObjectStreams: false }));
}

/** Makes pages that show only noise: small to send, and slow to search for text. */
export async function noisePdf(pages: number): Promise<Buffer> {
  const document = await PDFDocument.create();
  const side = 160;
  let seed = 1;
  const noise = Uint8Array.from({ length: side * side }, () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % 256;
  });
  const picture = document.context.register(
    document.context.flateStream(noise, {
      Type: 'XObject',
      Subtype: 'Image',
      Width: side,
      Height: side,
      ColorSpace: 'DeviceGray',
      BitsPerComponent: 8,
    }),
  );
  for (let number = 0; number < pages; number++) {
    const page = document.addPage([side, side]);
    const name = page.node.newXObject('Noise', picture);
    page.pushOperators(pushGraphicsState(), scale(side, side), drawObject(name), popGraphicsState());
  }
  return Buffer.from(await document.save());
}
