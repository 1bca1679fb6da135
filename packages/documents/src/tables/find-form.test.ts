import { describe, expect, it } from 'vitest';
import { type SpanCell, toGrid } from './grid.ts';
import { SheetBlocks, tableBlocks, toRow } from './table-blocks.ts';

/** Reads lines whose cells a bar separates. A star marks a bold cell. */
const toCells = (line: string): SpanCell[] =>
  line.split('|').map((cell) => {
    const text = cell.trim();
    return { text: text.replace('*', ''), isMarked: text.startsWith('*') };
  });
const readRows = (...lines: string[]) => tableBlocks(toGrid(lines.map(toCells)));

describe('a table that is laid out as a form', () => {
  it('becomes pairs where labels end with colons', () => {
    expect(readRows('Name: | Ann Lee | Born: | 1990-01-02', 'City: | Bern | Phone: |')).toEqual([
      { kind: 'row', text: 'Name: Ann Lee\nBorn: 1990-01-02\nCity: Bern\nPhone:' },
    ]);
  });

  it('becomes pairs where labels are bold and values differ in kind', () => {
    expect(readRows('*Name | Ann Lee', '*Born | 1990-01-02', '*Member | ☒ yes ☐ no', '*Rooms | 4')).toEqual([
      { kind: 'row', text: 'Name: Ann Lee\nBorn: 1990-01-02\nMember: ☒ yes ☐ no\nRooms: 4' },
    ]);
  });

  it('becomes pairs where labels stand above their values, more than once', () => {
    const rows = ['Last name | First name | Born', 'Marlow | Edith | 1991-02-08', 'Street | Postcode | Town'];
    expect(readRows(...rows, 'Pine Road 8 | 4051 |')).toEqual([
      {
        kind: 'row',
        text: 'Last name: Marlow\nFirst name: Edith\nBorn: 1991-02-08\nStreet: Pine Road 8\nPostcode: 4051\nTown:',
      },
    ]);
    expect(readRows(...rows.slice(0, 2))).toEqual([
      { kind: 'table', text: 'Last name | First name | Born\nMarlow | Edith | 1991-02-08' },
    ]);
  });

  it('becomes pairs where three of them stand in a row', () => {
    expect(
      readRows(
        'Site: | Bakery Roth | Inspector: | M. Kern | Date: | 2026-03-04',
        'Rooms: | 3 | Result: | passed | Fee: | 80 EUR',
      ),
    ).toEqual([
      {
        kind: 'row',
        text: 'Site: Bakery Roth\nInspector: M. Kern\nDate: 2026-03-04\nRooms: 3\nResult: passed\nFee: 80 EUR',
      },
    ]);
  });

  it('has the title of each section above its pairs, and values of several lines', () => {
    const title = (text: string): SpanCell[] => [{ text, columnSpan: 2, isMarked: true }];
    const rows = ['Name: | Ann', 'Address: | Elm Road 1', ' | Bern', 'Phone: | 12', 'Mail: | a@b.c'].map(
      toCells,
    );
    expect(
      tableBlocks(toGrid([title('Tenant'), ...rows.slice(0, 3), title('Contact'), ...rows.slice(3)])),
    ).toEqual([
      { kind: 'row', text: 'Tenant\nName: Ann\nAddress: Elm Road 1 Bern' },
      { kind: 'row', text: 'Contact\nPhone: 12\nMail: a@b.c' },
    ]);
  });

  it('has values of several lines beside further pairs, below a title of its own', () => {
    const sheet = new SheetBlocks();
    const lines = [
      'Delivery note',
      '',
      'No.: | DN-7 | Date: | 2025-02-11',
      'Ship to: | Harbor Ltd | By: | Swift',
      ' | 12 Quay Street | Weight: | 84 kg',
      '',
      'Pos | Article | Quantity | Price',
      '1 | Hex bolt | 500 | 2.50',
      '2 | Washer | 900 | 1.10',
      ' |  | Total: | 2240',
      '',
      'Received by: | T. Okafor',
    ];
    const rows = lines.map((line) => toRow(line.split('|').map((cell) => cell.trim())));
    const blocks = [...rows.flatMap((row) => [...sheet.push(row)]), ...sheet.end()];
    expect(blocks.map(({ text }) => text)).toEqual([
      'Delivery note',
      'No.: DN-7\nDate: 2025-02-11\nShip to: Harbor Ltd 12 Quay Street\nBy: Swift\nWeight: 84 kg',
      'Pos: 1\nArticle: Hex bolt\nQuantity: 500\nPrice: 2.50',
      'Pos: 2\nArticle: Washer\nQuantity: 900\nPrice: 1.10',
      'Total: 2240',
      'Received by: T. Okafor',
    ]);
  });

  it('goes on in a sheet behind the rows that are compared', () => {
    const sheet = new SheetBlocks();
    const rows = Array.from({ length: 40 }, (_, at) => toRow([`Field ${at}:`, `value ${at}`]));
    const blocks = [...rows.flatMap((row) => [...sheet.push(row)]), ...sheet.end()];
    expect(blocks.flatMap(({ text }) => text.split('\n'))).toEqual(
      rows.map((_, at) => `Field ${at}: value ${at}`),
    );
  });

  it('becomes pairs where most labels are usual in forms and their values are not', () => {
    expect(readRows('*Name | Ann Lee', '*City | Bern', '*Country | Switzerland')).toEqual([
      { kind: 'row', text: 'Name: Ann Lee\nCity: Bern\nCountry: Switzerland' },
    ]);
    expect(
      readRows('Invoice number | R-17', 'Date | 2024-05-02', 'Customer | Ann Lee', 'Total | 80'),
    ).toEqual([
      { kind: 'row', text: 'Invoice number: R-17\nDate: 2024-05-02\nCustomer: Ann Lee\nTotal: 80' },
    ]);
  });
});

describe('a table of data with two columns is no form', () => {
  it.each([
    ['a price list', ['Article | Price', 'Lamp | 19.90', 'Desk | 240.00', 'Chair | 88.50']],
    ['a price list with bold articles', ['*Lamp | 19.90', '*Desk | 240.00', '*Chair | 88.50']],
    [
      'a glossary with bold words',
      ['*Lease | A contract for use', '*Tenant | One who uses', '*Rent | The price'],
    ],
    ['a list of capitals', ['*Country | *Capital', '*France | Paris', '*Peru | Lima', '*Chad | N’Djamena']],
    ['settings', ['*Setting | *Value', '*Port | 8080', '*Host | localhost', '*Since | 2024-01-01']],
    [
      'settings below a plain head',
      ['*Setting | Value', '*Port | 8080', '*Host | local', '*Since | 2024-01-01'],
    ],
    ['settings with colons', ['Setting: | Value:', 'Port: | 8080', 'Host: | localhost']],
    ['a statement with years', [' | 2024', 'Revenue: | 100', 'Costs: | 80', 'Profit: | 20']],
    ['a timetable', ['*Time | *Lesson', '08:00 | Maths', '09:00 | Music', '10:00 | Sport']],
    ['a list of persons', ['Manager | Ann Lee', 'Driver | Bob Ray', 'Cook | Cy Dow', 'Clerk | Di Fox']],
    ['a statement', ['Revenue | 100', 'Costs | 80', 'Profit | 20']],
    ['a list of columns', ['Name | Text', 'Date of birth | Date', 'City | Text', 'Age | Number']],
    ['a timetable with bold days', ['*Monday | 08:00', '*Tuesday | 09:00', '*Friday | 10:30']],
  ])('such as %s', (_name, lines) => {
    expect(readRows(...lines)).toMatchObject([{ kind: 'table' }]);
  });
});
