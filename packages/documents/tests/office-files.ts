import { CFB, utils, write } from '@e965/xlsx';
import { Document, HeadingLevel, Packer, Paragraph, Table, TableCell, TableRow, TextRun } from 'docx';
import exceljs from 'exceljs';
import { OfficeConverter } from 'officeparser';
import pptxgen from 'pptxgenjs';

/** A Word document with headings, a list, a table and a paragraph. */
export async function docx(): Promise<Buffer> {
  const cell = (text: string) => new TableCell({ children: [new Paragraph(text)] });
  const document = new Document({
    sections: [
      {
        children: [
          new Paragraph({ text: 'Travel policy', heading: HeadingLevel.HEADING_1 }),
          new Paragraph({
            children: [new TextRun('Book '), new TextRun({ text: 'early', bold: true }), new TextRun('.')],
          }),
          new Paragraph({ text: 'Trains', heading: HeadingLevel.HEADING_2 }),
          new Paragraph({ text: 'First class above four hours', bullet: { level: 0 } }),
          new Paragraph({ text: 'Seat reservation', bullet: { level: 1 } }),
          new Table({
            rows: [
              new TableRow({ children: [cell('City'), cell('Limit')] }),
              new TableRow({ children: [cell('Vienna'), cell('150')] }),
            ],
          }),
        ],
      },
    ],
  });
  return Packer.toBuffer(document);
}

/** The same Word document in another format that officeparser reads. */
export async function convertedDocx(format: 'odt' | 'rtf' | 'epub'): Promise<Buffer> {
  const { value } = await OfficeConverter.convert(await docx(), format);
  return typeof value === 'string' ? Buffer.from(value) : Buffer.from(value);
}

/** Two slides; the first one with a table and speaker notes. */
export async function pptx(): Promise<Buffer> {
  const deck = new pptxgen();
  const first = deck.addSlide();
  first.addText('Quarter in numbers', { x: 1, y: 0.5, w: 6, h: 1 });
  first.addTable(
    [
      [{ text: 'Region' }, { text: 'Sales' }],
      [{ text: 'North' }, { text: '12' }],
    ],
    { x: 1, y: 2 },
  );
  first.addNotes('Mention the northern fair.');
  deck.addSlide().addText('Outlook for spring', { x: 1, y: 0.5, w: 6, h: 1 });
  return Buffer.from(await toBytes(deck.write({ outputType: 'nodebuffer' })));
}

/** Makes a presentation with a picture on each slide. */
export async function picturesPptx(pictures: readonly Buffer[]): Promise<Buffer> {
  const deck = new pptxgen();
  for (const [at, picture] of pictures.entries()) {
    const slide = deck.addSlide();
    slide.addText(`Slide ${at + 1}`, { x: 1, y: 0.5, w: 6, h: 1 });
    slide.addImage({ data: `image/png;base64,${picture.toString('base64')}`, x: 1, y: 2, w: 5, h: 1 });
  }
  return Buffer.from(await toBytes(deck.write({ outputType: 'nodebuffer' })));
}

async function toBytes(written: Promise<string | ArrayBuffer | Blob | Uint8Array>): Promise<Uint8Array> {
  const value = await written;
  if (value instanceof Uint8Array) return value;
  throw new TypeError('expected bytes');
}

/** Two visible sheets and a hidden one, with formulas, dates, rich text and a title row. */
export async function xlsx(): Promise<Buffer> {
  const book = new exceljs.Workbook();
  const staff = book.addWorksheet('Staff');
  staff.addRow(['Staff list 2024', null, null]);
  staff.addRow(['Name', 'Start', 'Salary']);
  staff.addRow(['Zoë Müller', new Date(Date.UTC(2021, 3, 1)), 5200.5]);
  staff.addRow([{ richText: [{ text: 'Ana ' }, { text: 'Sá' }] }, new Date(Date.UTC(2022, 0, 15)), 4100]);
  staff.addRow(['Total', null, { formula: 'SUM(C3:C4)', result: 9300.5 }]);
  const secret = book.addWorksheet('Lookup', { state: 'hidden' });
  secret.addRow(['do not show']);
  const offices = book.addWorksheet('Offices');
  offices.addRow(['City', 'Desks']);
  offices.addRow(['Linz', 14]);
  return Buffer.from(await book.xlsx.writeBuffer());
}

/** Returns a workbook in an older Excel format or as OpenDocument. */
export function workbook(bookType: 'biff8' | 'ods' | 'xlml'): Buffer {
  const book = utils.book_new();
  utils.book_append_sheet(
    book,
    utils.aoa_to_sheet([
      ['Part', 'Stock'],
      ['Bolt', 40],
    ]),
    'Store',
  );
  utils.book_append_sheet(
    book,
    utils.aoa_to_sheet([
      ['Part', 'Price'],
      ['Nut', 0.2],
    ]),
    'Prices',
  );
  const written: unknown = write(book, { type: 'buffer', bookType });
  return Buffer.isBuffer(written) ? written : Buffer.from(String(written));
}

/** A Word 97 file with one text piece ([MS-DOC] 2.4): enough for a reader that follows the piece table. */
export function doc(text: string, flags = 0): Buffer {
  const body = Buffer.from(text.replaceAll('\n', '\r'), 'utf16le');
  const main = Buffer.alloc(1024 + Math.max(4096, body.length));
  main.writeUInt16LE(0xa5ec, 0);
  main.writeUInt16LE(0x0200 | flags, 0x0a);
  main.writeUInt32LE(1024, 0x18);
  main.writeUInt32LE(text.length, 0x4c);
  body.copy(main, 1024);
  const table = Buffer.alloc(4096);
  table.writeUInt8(2, 0);
  table.writeUInt32LE(16, 1);
  table.writeUInt32LE(0, 5);
  table.writeUInt32LE(text.length, 9);
  table.writeUInt32LE(1024, 15);
  return compound({ WordDocument: main, '1Table': table });
}

/** An OLE compound file with these streams. */
export function compound(streams: Record<string, Buffer>): Buffer {
  const library = compoundFiles(CFB);
  const file = library.utils.cfb_new();
  for (const [name, content] of Object.entries(streams)) library.utils.cfb_add(file, name, content);
  return Buffer.from(library.write(file, { type: 'buffer' }));
}

type CompoundFiles = {
  utils: { cfb_new(): object; cfb_add(file: object, name: string, content: Buffer): void };
  write(file: object, options: { type: 'buffer' }): Uint8Array;
};

/** SheetJS exports its compound file library without types. */
function compoundFiles(library: unknown): CompoundFiles {
  return library as CompoundFiles;
}
