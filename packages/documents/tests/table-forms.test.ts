import { utils, write } from '@e965/xlsx';
import { Document, Packer, Paragraph, Table, TableCell, TableRow, TextRun } from 'docx';
import exceljs from 'exceljs';
import { OfficeConverter } from 'officeparser';
import { describe, expect, it } from 'vitest';
import { useReader } from './reader.ts';

const read = useReader();
const readTexts = async (name: string, content: Buffer | string) => {
  const { blocks, code } = await read(name, content);
  expect(code).toBeNull();
  return blocks.map(({ text }) => text);
};

type Rows = readonly (readonly string[])[];

/** The rows of a form of two pairs a row. A star marks a bold cell. */
const licence: Rows = [
  ['Holder:', 'Ann Lee', 'Valid until:', '2027-03-31'],
  ['Address:', 'Elm Road 1, Bern', 'Seats:', '5'],
  ['Phone:', '', 'E-mail:', 'ann@example.org'],
];
const read4 = [
  'Holder: Ann Lee\nValid until: 2027-03-31\nAddress: Elm Road 1, Bern\nSeats: 5\nPhone:\nE-mail: ann@example.org',
];
/** A form whose labels nothing but their bold letters mark, and whose values are all words. */
const owner: Rows = [
  ['*Owner', 'Ann Lee'],
  ['*Supplier', 'Alpina AG'],
  ['*Place of use', 'Bern'],
];
const read2 = ['Owner: Ann Lee\nSupplier: Alpina AG\nPlace of use: Bern'];

const isBold = (text: string): boolean => text.startsWith('*');
const plain = (text: string): string => text.replace('*', '');

const makeWord = async (rows: Rows): Promise<Buffer> => {
  const cell = (text: string) =>
    new TableCell({
      children: [new Paragraph({ children: [new TextRun({ text: plain(text), bold: isBold(text) })] })],
    });
  const table = new Table({ rows: rows.map((row) => new TableRow({ children: row.map(cell) })) });
  return Buffer.from(await Packer.toBuffer(new Document({ sections: [{ children: [table] }] })));
};

const makePage = (rows: Rows): string => {
  const cell = (text: string) => `<td>${isBold(text) ? `<b>${plain(text)}</b>` : text}</td>`;
  return `<table>${rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`).join('')}</table>`;
};

const makeWorkbook = async (rows: Rows, mark: Partial<exceljs.Style> = { font: { bold: true } }) => {
  const book = new exceljs.Workbook();
  const sheet = book.addWorksheet('Form');
  for (const row of rows) {
    const added = sheet.addRow(row.map(plain));
    for (const [at, text] of row.entries()) if (isBold(text)) Object.assign(added.getCell(at + 1), mark);
  }
  return Buffer.from(await book.xlsx.writeBuffer());
};

const convert = async (rows: Rows, format: 'odt' | 'rtf'): Promise<Buffer> =>
  Buffer.from((await OfficeConverter.convert(await makeWord(rows), format)).value);

describe('a form in a table is read as pairs', () => {
  it('in a Word document', async () => {
    expect(await readTexts('a.docx', await makeWord(licence))).toEqual(read4);
    expect(await readTexts('b.docx', await makeWord(owner))).toEqual(read2);
  });

  it.each(['odt', 'rtf'] as const)('in a document of the format %s', async (format) => {
    expect(await readTexts(`a.${format}`, await convert(licence, format))).toEqual(read4);
    expect(await readTexts(`b.${format}`, await convert(owner, format))).toEqual(read2);
  });

  it('in a page, whose labels are bold, coloured or names of rows', async () => {
    expect(await readTexts('a.html', makePage(licence))).toEqual(read4);
    expect(await readTexts('b.html', makePage(owner))).toEqual(read2);
    const grey = makePage(owner)
      .replaceAll('<td><b>', '<td style="background: #eee">')
      .replaceAll('</b>', '');
    expect(await readTexts('c.html', grey)).toEqual(read2);
    const named = (label: string, value: string) => `<tr><th scope="row">${label}</th><td>${value}</td></tr>`;
    const rows = named('Holder', 'Ann Lee') + named('Valid until', '2027-03-31') + named('Seats', '5');
    expect(await readTexts('d.html', `<table>${rows}</table>`)).toEqual([
      'Holder: Ann Lee\nValid until: 2027-03-31\nSeats: 5',
    ]);
  });

  it('in a workbook, whose labels are bold or coloured', async () => {
    expect(await readTexts('a.xlsx', await makeWorkbook(licence))).toEqual(read4);
    expect(await readTexts('b.xlsx', await makeWorkbook(owner))).toEqual(read2);
    const rows: Rows = [
      ['*Plot', 'North 4'],
      ['*Planted', '2024-04-02'],
      ['*Trees', '120'],
      ['*Watered', 'twice a week'],
    ];
    const ground = { fill: { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFDDDDDD' } } } as const;
    expect(await readTexts('c.xlsx', await makeWorkbook(rows, ground))).toEqual([
      'Plot: North 4\nPlanted: 2024-04-02\nTrees: 120\nWatered: twice a week',
    ]);
  });

  it.each(['ods', 'biff8'] as const)('in a sheet of the format %s', async (bookType) => {
    const book = utils.book_new();
    utils.book_append_sheet(book, utils.aoa_to_sheet(licence.map((row) => [...row])), 'Form');
    const written: unknown = write(book, { type: 'buffer', bookType });
    const bytes = Buffer.isBuffer(written) ? written : Buffer.from(String(written));
    expect(await readTexts(`a.${bookType === 'ods' ? 'ods' : 'xls'}`, bytes)).toEqual(read4);
  });
});

it('keeps the columns of a sheet whose names alone are bold', async () => {
  const rows: Rows = [
    ['*Article', '*Price'],
    ['Lamp', '19.90'],
    ['Desk', '240.00'],
  ];
  expect(await readTexts('a.xlsx', await makeWorkbook(rows))).toEqual([
    'Article: Lamp\nPrice: 19.90',
    'Article: Desk\nPrice: 240.00',
  ]);
});
