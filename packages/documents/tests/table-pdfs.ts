import { degrees, PDFDocument, type PDFFont, type PDFPage, StandardFonts } from 'pdf-lib';

const size = 9;
const rowHeight = 30;

/** A cell with its text, line by line, and the number of columns that it covers. */
export interface DrawnCell {
  lines: readonly string[];
  covers?: number;
}

interface Sheet {
  page: PDFPage;
  font: PDFFont;
}

const newSheet = async (document: PDFDocument): Promise<Sheet> => ({
  page: document.addPage([600, 800]),
  font: await document.embedFont(StandardFonts.Helvetica),
});

const saved = async (document: PDFDocument): Promise<Buffer> => Buffer.from(await document.save());

const columnWidth = 110;

/** Draws rows of cells with a border around each. */
export async function ruledPdf(rows: readonly (readonly DrawnCell[])[]): Promise<Buffer> {
  const document = await PDFDocument.create();
  const { page, font } = await newSheet(document);
  for (const [at, row] of rows.entries()) {
    const y = 700 - at * rowHeight;
    let x = 60;
    for (const { lines, covers = 1 } of row) {
      page.drawRectangle({ x, y, width: covers * columnWidth, height: rowHeight, borderWidth: 0.5 });
      for (const [line, text] of lines.entries())
        page.drawText(text, { x: x + 4, y: y + rowHeight - 11 - line * 11, size, font });
      x += covers * columnWidth;
    }
  }
  return saved(document);
}

/** Draws rows of text without lines, turned by a quarter to the left, as wide tables are on upright paper. */
export async function turnedPdf(rows: readonly (readonly string[])[]): Promise<Buffer> {
  const document = await PDFDocument.create();
  const { page, font } = await newSheet(document);
  for (const [at, row] of rows.entries())
    for (const [column, text] of row.entries())
      page.drawText(text, { x: 100 + at * 18, y: 60 + column * 130, size, font, rotate: degrees(90) });
  return saved(document);
}

/** Draws lines of prose in two columns, line by line across both, as some programs do. */
export async function newspaperPdf(lines: readonly (readonly [string, string])[]): Promise<Buffer> {
  const document = await PDFDocument.create();
  const { page, font } = await newSheet(document);
  for (const [at, [left, right]] of lines.entries()) {
    page.drawText(left, { x: 50, y: 700 - at * 12, size, font });
    page.drawText(right, { x: 320, y: 700 - at * 12, size, font });
  }
  return saved(document);
}

/** Draws the numbers beside the two axes of a chart, and a few words between them. */
export async function chartPdf(): Promise<Buffer> {
  const document = await PDFDocument.create();
  const { page, font } = await newSheet(document);
  for (let mark = 0; mark <= 8; mark++) {
    page.drawText(String(mark * 50), { x: 60, y: 400 + mark * 20, size, font });
    page.drawText(String(mark * 5), { x: 400, y: 400 + mark * 20, size, font });
  }
  page.drawText('Students', { x: 150, y: 480, size, font });
  page.drawText('Teachers', { x: 280, y: 440, size, font });
  return saved(document);
}
