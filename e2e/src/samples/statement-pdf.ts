import { PDFDocument, StandardFonts } from 'pdf-lib';

const size = 9;
const dates = ['June 25, 2022', 'June 26, 2021', 'June 25, 2022', 'June 26, 2021'];
/** The right edges of the columns of numbers. */
const edges = [330, 410, 490, 570];

const rows: readonly (readonly string[])[] = [
  ['iPhone', '40,665', '39,570', '162,863', '153,105'],
  ['Mac', '7,382', '8,235', '28,669', '26,012'],
  ['iPad', '7,224', '7,368', '22,118', '23,610'],
  ['Wearables, Home and Accessories', '8,084', '8,775', '31,591', '29,597'],
  ['Services', '19,604', '17,486', '58,941', '50,148'],
];

/** Returns a page of a quarterly report: prose around a table of net sales by product, for a quarter and for nine months. */
export const statementPdf = async (): Promise<Uint8Array<ArrayBuffer>> => {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  const page = document.addPage([620, 842]);
  const write = (text: string, x: number, y: number) => page.drawText(text, { x, y, size, font });
  const writeRow = (cells: readonly string[], y: number) => {
    for (const [at, cell] of cells.entries())
      write(cell, (edges[at] ?? 0) - font.widthOfTextAtSize(cell, size), y);
  };
  page.drawText('Products and Services Performance', { x: 50, y: 780, size: 13, font });
  write('The following table shows net sales by category (dollars in millions):', 50, 745);
  write('Three Months Ended', 295, 710);
  write('Nine Months Ended', 455, 710);
  writeRow(dates, 696);
  for (const [at, [label = '', ...cells]] of rows.entries()) {
    write(label, 50, 676 - at * 16);
    writeRow(cells, 676 - at * 16);
  }
  write(
    'iPad net sales decreased during the third quarter of 2022 due to lower net sales of iPad mini.',
    50,
    570,
  );
  return new Uint8Array(await document.save());
};
