import { PDFDocument, type PDFPage, rgb, StandardFonts } from 'pdf-lib';

const size = 9;
const shades = [rgb(0.8, 0.9, 1), rgb(0.9, 0.95, 1)];
/** The left sides of the columns of two numbers, between the sides of the table. */
const sides = { left: 40, values: [300, 345], right: 390 };

/** A row with its label, the raised mark of a footnote after it, and two numbers. */
export interface StatementRow {
  label: string;
  mark?: string;
  values?: readonly [string, string];
}

const paint = (page: PDFPage, y: number, height: number, shade: number): void => {
  for (const [at, x] of [sides.left, ...sides.values].entries()) {
    const end = [...sides.values, sides.right][at] ?? sides.right;
    page.drawRectangle({ x, y, width: end - x, height, color: shades[shade] ?? rgb(1, 1, 1) });
  }
};

/**
 * Draws a statement as some reporting programs do: every row on a background, the names of the columns above the backgrounds, and the text
 * below the rows on a background of the same width.
 */
export async function statementPdf(
  head: readonly (readonly (readonly [text: string, x: number])[])[],
  rows: readonly StatementRow[],
  below: readonly string[],
): Promise<Buffer> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  const page = document.addPage([600, 800]);
  const top = 740 - head.length * 11;
  for (const [at, names] of head.entries())
    for (const [text, x] of names) page.drawText(text, { x, y: 740 - at * 11, size, font });
  for (const [at, { label, mark, values = [] }] of rows.entries()) {
    const y = top - at * 13;
    paint(page, y - 4, 13, at % 2);
    page.drawText(label, { x: 44, y, size, font });
    if (mark !== undefined)
      page.drawText(mark, { x: 45 + font.widthOfTextAtSize(label, size), y: y + 4.2, size: 5.5, font });
    for (const [column, value] of values.entries())
      page.drawText(value, { x: (sides.values[column] ?? 0) + 6, y, size, font });
  }
  const y = top - rows.length * 13 - below.length * 12;
  page.drawRectangle({
    x: sides.left,
    y,
    width: sides.right - sides.left,
    height: below.length * 12 + 9,
    color: rgb(1, 1, 1),
  });
  for (const [at, text] of below.entries())
    page.drawText(text, { x: 44, y: y + 4 + (below.length - 1 - at) * 12, size, font });
  return Buffer.from(await document.save());
}
