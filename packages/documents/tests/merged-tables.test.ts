import { Document, Packer, Paragraph, Table, TableCell, TableRow } from 'docx';
import exceljs from 'exceljs';
import { describe, expect, it } from 'vitest';
import { useReader } from './reader.ts';

const read = useReader();
const textsOf = async (name: string, content: Buffer | string) => {
  const { blocks, code } = await read(name, content);
  expect(code).toBeNull();
  return blocks.map(({ text }) => text);
};

const workbook = async (fill: (book: exceljs.Workbook) => void): Promise<Buffer> => {
  const book = new exceljs.Workbook();
  fill(book);
  return Buffer.from(await book.xlsx.writeBuffer());
};

describe('merged cells', () => {
  it('of a page belong to every row and column that they cover', async () => {
    const page =
      '<table><tr><th rowspan="2">Region</th><th colspan="2">Sales</th></tr><tr><th>2024</th><th>2025</th></tr><tr><td rowspan="2">North</td><td>10</td><td>11</td></tr><tr><td>12</td><td>13</td></tr><tr><td>South</td><td colspan="2">n/a</td></tr></table>';
    expect(await textsOf('a.html', page)).toEqual([
      'Region | Sales 2024 | Sales 2025\nNorth | 10 | 11\nNorth | 12 | 13\nSouth | n/a | n/a',
    ]);
  });

  it('of a Word document stay in their column over many rows', async () => {
    const cell = (text: string, rowSpan?: number) =>
      new TableCell({ children: [new Paragraph(text)], ...(rowSpan === undefined ? {} : { rowSpan }) });
    const rows = Array.from({ length: 30 }, (_, at) => {
      const values = [cell(`Legal employee number ${at} with a long name here`), cell(`R${100 + at}`)];
      return new TableRow({ children: at % 10 === 0 ? [cell(`Unit ${at}`, 10), ...values] : values });
    });
    const head = new TableRow({ children: ['Department', 'Employee', 'Room'].map((text) => cell(text)) });
    const document = new Document({ sections: [{ children: [new Table({ rows: [head, ...rows] })] }] });
    const texts = await textsOf('a.docx', Buffer.from(await Packer.toBuffer(document)));
    expect([texts[11], texts[29]]).toEqual([
      'Department: Unit 10\nEmployee: Legal employee number 11 with a long name here\nRoom: R111',
      'Department: Unit 20\nEmployee: Legal employee number 29 with a long name here\nRoom: R129',
    ]);
  });

  it('of a workbook stand in each cell, and names in two rows are joined', async () => {
    const book = await workbook((made) => {
      const sheet = made.addWorksheet('Sales');
      sheet.addRows([
        ['Region', 'Shop', 'Sales', ''],
        ['', '', 2024, 2025],
        ['North', 'A', 10, 11],
        ['', 'B', 12, 13],
      ]);
      for (const range of ['A1:A2', 'B1:B2', 'C1:D1', 'A3:A4']) sheet.mergeCells(range);
    });
    expect(await textsOf('a.xlsx', book)).toEqual([
      'Region: North\nShop: A\nSales 2024: 10\nSales 2025: 11',
      'Region: North\nShop: B\nSales 2024: 12\nSales 2025: 13',
    ]);
  });
});

describe('a page with a table', () => {
  it('keeps its paragraphs where no article is found in it', async () => {
    const rows = Array.from({ length: 12 }, (_, at) => `<tr><td>Unit ${at}</td><td>${at}</td></tr>`).join('');
    const texts = await textsOf(
      'a.html',
      `<p>Test page</p><table><tr><th>Name</th><th>Age</th></tr>${rows}</table><img alt="Map of units">`,
    );
    expect(texts[0]).toBe('Test page');
  });
});

describe('a workbook', () => {
  it('keeps sheets of one row, and begins another table behind a blank row', async () => {
    const book = await workbook((made) => {
      made.addWorksheet('Contact').addRow(['Supplier', 'Hotline ZEBRA-4711']);
      made
        .addWorksheet('Two')
        .addRows([['Name', 'Age'], ['Bob', 42], [], ['Product', 'Price'], ['Lamp', 19.9]]);
    });
    expect(await textsOf('a.xlsx', book)).toEqual([
      ...[
        'Contact',
        'Supplier | Hotline ZEBRA-4711',
        'Two',
        'Name: Bob\nAge: 42',
        'Product: Lamp\nPrice: 19.9',
      ],
    ]);
    const single = await workbook((made) => made.addWorksheet('A').addRow(['Supplier', 'Hotline']));
    expect(await textsOf('a.xlsx', single)).toEqual(['Supplier | Hotline']);
  });
});
