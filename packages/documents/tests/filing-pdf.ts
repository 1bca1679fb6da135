import { PDFDocument, type PDFFont, type PDFPage, StandardFonts } from 'pdf-lib';

const size = 9;
/** The right edges of the columns of numbers. */
const edges = [330, 400, 445, 515, 585, 625];

const right = (page: PDFPage, font: PDFFont, text: string, edge: number, y: number) =>
  page.drawText(text, { x: edge - font.widthOfTextAtSize(text, size), y, size, font });

/** A financial statement in which currency and percent signs are set apart from their numbers. */
const rows: [string, ...string[]][] = [
  ['iPhone', '$ 40,665', '$ 39,570', '3 %', '$ 162,863', '$ 153,105', '6 %'],
  ['Mac', '7,382', '8,235', '(10)%', '28,669', '26,012', '10 %'],
  ['iPad', '7,224', '7,368', '(2)%', '22,118', '23,610', '(6)%'],
  ['Wearables, Home and Accessories', '8,084', '8,775', '(8)%', '31,591', '29,597', '7 %'],
  ['Services', '19,604', '17,486', '12 %', '58,941', '50,148', '18 %'],
];
const total: typeof rows = [
  ['Total net sales', '$ 82,959', '$ 81,434', '2 %', '$ 304,182', '$ 282,457', '8 %'],
];

const drawRows = (page: PDFPage, font: PDFFont, drawn: typeof rows, from: number): void => {
  for (const [at, [label, ...cells]] of drawn.entries()) {
    const y = from - at * 16;
    page.drawText(label, { x: 50, y, size, font });
    for (const [column, cell] of cells.entries()) {
      const [sign, rest] = cell.startsWith('$ ') ? ['$', cell.slice(2)] : ['', cell];
      const edge = edges[column] ?? 0;
      if (sign !== '') page.drawText(sign, { x: edge - 48, y, size, font });
      right(page, font, rest, edge, y);
    }
  }
};

const columns = ['June 25, 2022', 'June 26, 2021', 'Change', 'June 25, 2022', 'June 26, 2021', 'Change'];

/** A page of a quarterly report with prose around a table of net sales by product. */
export async function filingPdf(): Promise<Buffer> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  const page = document.addPage([660, 842]);
  const line = (text: string, y: number, x = 50) => page.drawText(text, { x, y, size, font });
  page.drawText('Products and Services Performance', { x: 50, y: 780, size: 13, font });
  line(
    'The following table shows net sales by category for the three- and nine-month periods ended June 25, 2022',
    750,
  );
  line('and June 26, 2021 (dollars in millions):', 738);
  line('Three Months Ended', 710, 290);
  line('Nine Months Ended', 710, 475);
  for (const [column, name] of columns.entries()) right(page, font, name, edges[column] ?? 0, 696);
  line('Net sales by category:', 680);
  drawRows(page, font, [...rows, ...total], 664);
  line(
    'iPhone net sales increased during the third quarter of 2022 compared to the same quarter in 2021 due to higher',
    540,
  );
  line('net sales from new models, partially offset by the weakness in foreign currencies.', 528);
  return Buffer.from(await document.save());
}
