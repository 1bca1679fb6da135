import { degrees, PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from 'pdf-lib';

const size = 9;
const rowHeight = 30;

/** A cell with its text, line by line, and the number of columns and rows that it covers; none where one above covers it. */
export interface DrawnCell {
  lines: readonly string[];
  covers?: number;
  down?: number;
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

type DrawnRows = readonly (readonly DrawnCell[])[];

const drawRuled = ({ page, font }: Sheet, rows: DrawnRows, top: number): void => {
  for (const [at, row] of rows.entries()) {
    let x = 60;
    for (const { lines, covers = 1, down = 1 } of row) {
      const height = down * rowHeight;
      const y = top - at * rowHeight - height;
      if (down > 0) page.drawRectangle({ x, y, width: covers * columnWidth, height, borderWidth: 0.5 });
      for (const [line, text] of lines.entries())
        page.drawText(text, { x: x + 4, y: y + height - 11 - line * 11, size, font });
      x += covers * columnWidth;
    }
  }
};

/** Draws rows of cells with a border around each. */
export async function ruledPdf(rows: DrawnRows): Promise<Buffer> {
  const document = await PDFDocument.create();
  drawRuled(await newSheet(document), rows, 730);
  return saved(document);
}

/** Draws tables with a heading above each, each on a page of its own where `isApart` is set. */
export async function ruledTablesPdf(
  tables: readonly { heading: string; rows: DrawnRows }[],
  isApart: boolean,
): Promise<Buffer> {
  const document = await PDFDocument.create();
  let sheet = await newSheet(document);
  let top = 700;
  for (const [at, { heading, rows }] of tables.entries()) {
    if (isApart && at > 0) {
      sheet = await newSheet(document);
      top = 700;
    }
    sheet.page.drawText(heading, { x: 60, y: top + 12, size, font: sheet.font });
    drawRuled(sheet, rows, top);
    top -= rows.length * rowHeight + 40;
  }
  return saved(document);
}

/** Places the first page of a PDF on another as a form, moved by the matrix of the form. */
export async function inForm(pdf: Buffer): Promise<Buffer> {
  const document = await PDFDocument.create();
  const { page } = await newSheet(document);
  const [drawn] = (await PDFDocument.load(pdf)).getPages();
  if (drawn !== undefined) page.drawPage(await document.embedPage(drawn, undefined, [1, 0, 0, 1, 37, -205]));
  return saved(document);
}

/** The parts of a column of numbers from its left side: the sign of a currency, the number, and what follows it. */
const numberParts = [
  [0, 12],
  [12, 65],
  [77, 8],
] as const;

const drawNumber = ({ page, font }: Sheet, number: string, left: number, y: number): void => {
  const digits = number.replace('$ ', '');
  if (digits !== number) page.drawText('$', { x: left + 2, y, size, font });
  page.drawText(digits, { x: left + 75 - font.widthOfTextAtSize(digits, size), y, size, font });
};

/**
 * Draws a financial statement as reporting programs do: rows on backgrounds that leave out the names of the columns and the first row, the
 * signs of currencies in a narrow column of their own.
 */
export async function shadedPdf(
  head: readonly (readonly [text: string, x: number])[][],
  rows: readonly (readonly [label: string, ...numbers: string[]])[],
): Promise<Buffer> {
  const document = await PDFDocument.create();
  const sheet = await newSheet(document);
  const { page, font } = sheet;
  for (const [at, names] of head.entries())
    for (const [text, x] of names) page.drawText(text, { x, y: 740 - at * 10, size, font });
  for (const [at, [label, ...numbers]] of rows.entries()) {
    const y = 740 - head.length * 10 - at * 12;
    const background = { y: y - 3, height: 12, color: at % 2 ? rgb(0.8, 0.9, 1) : rgb(1, 1, 1) };
    const lefts = numbers.map((_number, column) => 240 + column * 85);
    if (at > 0) page.drawRectangle({ x: 40, width: 200, ...background });
    for (const left of at > 0 ? lefts : [])
      for (const [offset, width] of numberParts)
        page.drawRectangle({ x: left + offset, width, ...background });
    page.drawText(label, { x: 44, y, size, font });
    for (const [column, number] of numbers.entries()) drawNumber(sheet, number, lefts[column] ?? 0, y);
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
