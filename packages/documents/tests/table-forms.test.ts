import { utils, write } from '@e965/xlsx';
import { Document, Packer, Paragraph, Tab, Table, TableCell, TableRow, TextRun } from 'docx';
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

const at = (cells: Readonly<Record<string, string | number>>) => async (): Promise<Buffer> => {
  const book = new exceljs.Workbook();
  const sheet = book.addWorksheet('Sheet');
  for (const [address, value] of Object.entries(cells)) sheet.getCell(address).value = value;
  return Buffer.from(await book.xlsx.writeBuffer());
};

describe('a sheet with blank rows between its parts', () => {
  it('has the head of an invoice as pairs below two titles, its items as rows, and its totals apart', async () => {
    const invoice = at({
      ...{ A1: 'Kestrel Tools Ltd', A2: 'INVOICE' },
      ...{ A4: 'Invoice No.', B4: 'KT-2210', D4: 'Date', E4: '12 March 2026' },
      ...{ A5: 'Customer No.', B5: '881-20', D5: 'Due', E5: '11 April 2026' },
      ...{ A6: 'Bill to', B6: 'Oakwell Farm', B7: 'Mill Lane 3', B8: 'TN4 9AB Tunbridge' },
      ...{ A10: 'Pos', B10: 'Article', C10: 'Qty', D10: 'Unit price', E10: 'Amount' },
      ...{ A11: 1, B11: 'Spade', C11: 2, D11: 19.5, E11: 39, A12: 2, B12: 'Rake', C12: 1, D12: 24, E12: 24 },
      ...{ D14: 'Net', E14: 63, D15: 'VAT 20 %', E15: 12.6, D16: 'Total', E16: 75.6 },
    });
    expect(await readTexts('invoice.xlsx', await invoice())).toEqual([
      'Kestrel Tools Ltd',
      'INVOICE',
      'Invoice No.: KT-2210\nDate: 12 March 2026\nCustomer No.: 881-20\nDue: 11 April 2026\nBill to: Oakwell Farm Mill Lane 3 TN4 9AB Tunbridge',
      'Pos: 1\nArticle: Spade\nQty: 2\nUnit price: 19.5\nAmount: 39',
      'Pos: 2\nArticle: Rake\nQty: 1\nUnit price: 24\nAmount: 24',
      'Net: 63',
      'VAT 20 %: 12.6',
      'Total: 75.6',
    ]);
  });

  it('has each value under the label above it, and never under that of an earlier part', async () => {
    const application = at({
      ...{ A1: 'Last name', C1: 'First name', E1: 'Born', A2: 'Marlow', C2: 'Edith', E2: '1991-02-08' },
      ...{ A4: 'Street', C4: 'Postcode', E4: 'Town', A5: 'Pine Road 8', C5: '4051', E5: 'Basel' },
      ...{ A7: 'Street', C7: 'Town', E7: 'Country', A8: 'Elm Road', C8: 'Bern', E8: 'Switzerland' },
    });
    expect(await readTexts('application.xlsx', await application())).toEqual([
      'Last name: Marlow\nFirst name: Edith\nBorn: 1991-02-08',
      'Street: Pine Road 8\nPostcode: 4051\nTown: Basel',
      'Street: Elm Road\nTown: Bern\nCountry: Switzerland',
    ]);
  });
});

describe('labels and values at tabs', () => {
  const makeTabbed = async (...lines: string[]): Promise<Buffer> => {
    const children = lines.map(
      (line) =>
        new Paragraph({
          children: line
            .split('\t')
            .flatMap((text, place) => [
              ...(place === 0 ? [] : [new TextRun({ children: [new Tab()] })]),
              new TextRun(text),
            ]),
        }),
    );
    return Buffer.from(await Packer.toBuffer(new Document({ sections: [{ children }] })));
  };

  it('are read as pairs in a Word document, with or without colons', async () => {
    const lines = [
      'Report number\tAR-771-26',
      'Date of accident\t4 June 2026',
      'Witness\tRon Pike\tPhone\t555',
    ];
    const pairs = 'Report number: AR-771-26\nDate of accident: 4 June 2026\nWitness: Ron Pike\nPhone: 555';
    expect(await readTexts('a.docx', await makeTabbed('Accident', ...lines, 'It rained.'))).toEqual([
      'Accident',
      pairs,
      'It rained.',
    ]);
    const colons = lines.map((line) => line.replaceAll('\t', ':\t').replace('Pike:', 'Pike'));
    expect(await readTexts('b.docx', await makeTabbed(...colons))).toEqual([pairs]);
  });

  it('are left as they are in lists and in tables of contents', async () => {
    const lines = ['Introduction\t3', 'The harbour\t12', 'Boats\t40'];
    expect(await readTexts('c.docx', await makeTabbed(...lines))).toEqual(lines);
  });
});
