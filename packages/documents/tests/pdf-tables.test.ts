import { describe, expect, it } from 'vitest';
import { filingPdf } from './filing-pdf.ts';
import { useReader } from './reader.ts';
import { statementPdf } from './statement-pdf.ts';
import {
  chartPdf,
  type DrawnCell,
  inForm,
  newspaperPdf,
  ruledPdf,
  ruledTablesPdf,
  shadedPdf,
  turnedPdf,
} from './table-pdfs.ts';

const read = useReader();
const cell = (text: string, covers = 1): DrawnCell => ({ lines: text.split('\n'), covers });
/** A cell that covers rows, and one that is covered. */
const tall = (text: string, down: number): DrawnCell => ({ lines: [text], down });
const covered: DrawnCell = { lines: [], down: 0 };

const tablesOf = async (pdf: Buffer): Promise<string[]> =>
  (await read('table.pdf', pdf)).blocks.filter(({ kind }) => kind === 'table').map(({ text }) => text);

describe('a table of a PDF', () => {
  it('keeps its rows apart, each number under the names of its column', async () => {
    const { blocks } = await read('filing.pdf', await filingPdf());
    expect(blocks.map(({ kind }) => kind)).toEqual(['heading', 'paragraph', 'table', 'paragraph']);
    const rows = blocks[2]?.text.split('\n').map((row) => row.split(' | '));
    expect(rows?.[0]).toEqual([
      '',
      'Three Months Ended June 25, 2022',
      'Three Months Ended June 26, 2021',
      'Three Months Ended Change',
      'Nine Months Ended June 25, 2022',
      'Nine Months Ended June 26, 2021',
      'Nine Months Ended Change',
    ]);
    expect(rows?.[1]?.[0]).toBe('Net sales by category:');
    const named = (label: string) => `Net sales by category: ${label}`;
    expect(rows?.[2]).toEqual([
      named('iPhone'),
      ...['$ 40,665', '$ 39,570', '3 %', '$ 162,863', '$ 153,105', '6 %'],
    ]);
    expect(rows?.[3]).toEqual([named('Mac'), '7,382', '8,235', '(10)%', '28,669', '26,012', '10 %']);
    expect(rows).toHaveLength(8);
  });

  it('is read by its lines: text on several lines, empty cells, and names above several columns', async () => {
    const rows = [
      [cell('Office'), cell('Staff', 2), cell('Notes')],
      [cell('Berlin'), cell('12'), cell(''), cell('Moves in May,\nafter the fair')],
      [cell('Vienna'), cell('9'), cell('11'), cell('')],
    ];
    expect(await tablesOf(await ruledPdf(rows))).toEqual([
      'Office | Staff | Staff | Notes\nBerlin | 12 |  | Moves in May, after the fair\nVienna | 9 | 11 |',
    ]);
  });

  it('is read by its lines within a form that is moved on its page', async () => {
    const rows = [
      [cell('Office'), cell('Notes')],
      [cell('Berlin'), cell('Moves in May,\nafter the fair')],
      [cell('Vienna'), cell('Stays where it is,\nfor a year')],
    ];
    expect(await tablesOf(await inForm(await ruledPdf(rows)))).toEqual([
      'Office | Notes\nBerlin | Moves in May, after the fair\nVienna | Stays where it is, for a year',
    ]);
  });

  it('ends where a title across all columns is followed by other names of columns', async () => {
    const rows = [
      [cell('Office'), cell('Staff'), cell('Rooms')],
      [cell('Berlin'), cell('12'), cell('4')],
      [cell('Costs of the year', 3)],
      [cell(''), cell('Rent'), cell('Heating')],
      [cell('Berlin'), cell('800'), cell('90')],
    ];
    const { blocks } = await read('table.pdf', await ruledPdf(rows));
    expect(blocks.map(({ kind, text }) => [kind, text])).toEqual([
      ['table', 'Office | Staff | Rooms\nBerlin | 12 | 4'],
      ['paragraph', 'Costs of the year'],
      ['table', ' | Rent | Heating\nBerlin | 800 | 90'],
    ]);
  });

  it('keeps a row across all columns that names a group of rows', async () => {
    const rows = [
      [cell('Office'), cell('Staff'), cell('Rooms')],
      [cell('Germany', 3)],
      [cell('Berlin'), cell('12'), cell('4')],
      [cell('Austria', 3)],
      [cell('Vienna'), cell('9'), cell('3')],
    ];
    expect(await tablesOf(await ruledPdf(rows))).toEqual([
      'Office | Staff | Rooms\nGermany |  |\nBerlin | 12 | 4\nAustria |  |\nVienna | 9 | 3',
    ]);
  });

  it('has the value of a merged cell in every row and column that it covers', async () => {
    const rows = [
      [cell('Region'), cell('Sales', 2)],
      [cell(''), cell('Spring'), cell('Autumn')],
      [tall('North', 2), cell('10'), cell('11')],
      [covered, cell('12'), cell('13')],
      [cell('South'), cell('closed', 2)],
      [cell('West'), cell('14'), cell('15')],
    ];
    expect(await tablesOf(await ruledPdf(rows))).toEqual([
      [
        ...['Region | Sales Spring | Sales Autumn', 'North | 10 | 11', 'North | 12 | 13'],
        ...['South | closed | closed', 'West | 14 | 15'],
      ].join('\n'),
    ]);
  });

  it('has no row of data for the names of its columns', async () => {
    const rows = Array.from({ length: 22 }, (_none, at) => [
      cell(`Office of affairs ${at}`),
      cell(`R0${at}-004-5678`),
      cell(`${at}2,345,678`),
    ]);
    const { blocks } = await read('table.pdf', await ruledPdf(rows));
    expect(blocks[0]?.text).toBe('Office of affairs 0\nR00-004-5678\n02,345,678');
    expect(blocks[21]?.text).toBe('Office of affairs 21\nR021-004-5678\n212,345,678');
  });

  const staff = [
    [cell('Office'), cell('Staff'), cell('Rooms')],
    [cell('Berlin'), cell('12'), cell('4')],
    [cell('Vienna'), cell('9'), cell('3')],
  ];
  const costs = [
    [cell('Office'), cell('Rent'), cell('Heating')],
    [cell('Berlin'), cell('800'), cell('90')],
    [cell('Vienna'), cell('700'), cell('80')],
  ];

  it('ends above a heading, behind which another of the same width begins', async () => {
    const tables = [
      { heading: 'People in the offices', rows: staff },
      { heading: 'Costs of the offices', rows: costs },
    ];
    const { blocks } = await read('tables.pdf', await ruledTablesPdf(tables, false));
    expect(blocks.map(({ text }) => text)).toEqual([
      ...['People in the offices', 'Office | Staff | Rooms\nBerlin | 12 | 4\nVienna | 9 | 3'],
      ...['Costs of the offices', 'Office | Rent | Heating\nBerlin | 800 | 90\nVienna | 700 | 80'],
    ]);
  });

  it('goes on on the next page, with its names again or without them', async () => {
    const more = [
      [cell('Linz'), cell('5'), cell('2')],
      [cell('Graz'), cell('6'), cell('1')],
    ];
    const parts = [staff, more, [...staff.slice(0, 1), ...more], costs].map((rows) => ({
      heading: '',
      rows,
    }));
    const { blocks } = await read('tables.pdf', await ruledTablesPdf(parts, true));
    expect(blocks.map(({ page, text }) => `${page} ${text.replaceAll('\n', ', ')}`)).toEqual([
      '1 Office | Staff | Rooms, Berlin | 12 | 4, Vienna | 9 | 3',
      ...['2 Office: Linz, Staff: 5, Rooms: 2', '2 Office: Graz, Staff: 6, Rooms: 1'],
      ...['3 Office: Linz, Staff: 5, Rooms: 2', '3 Office: Graz, Staff: 6, Rooms: 1'],
      '4 Office | Rent | Heating, Berlin | 800 | 90, Vienna | 700 | 80',
    ]);
  });

  it('does not go on behind a heading', async () => {
    const parts = [
      { heading: '', rows: staff },
      {
        heading: 'Another list',
        rows: [
          [cell('Linz'), cell('5'), cell('2')],
          [cell('Graz'), cell('6'), cell('1')],
        ],
      },
    ];
    const { blocks } = await read('tables.pdf', await ruledTablesPdf(parts, true));
    expect(blocks.map(({ text }) => text).slice(1)).toEqual(['Another list', 'Linz | 5 | 2\nGraz | 6 | 1']);
  });

  it('repeats the names of its columns in each row where it is too long for one chunk, even if they are years', async () => {
    const rows = Array.from({ length: 21 }, (_none, at) => [
      cell(`Office of affairs ${at}`),
      cell(`${at}2,345`),
      cell(`${at}6,789`),
    ]);
    const { blocks } = await read(
      'table.pdf',
      await ruledPdf([[cell('Office'), cell('2023'), cell('2024')], ...rows]),
    );
    expect(blocks).toHaveLength(21);
    expect(blocks[20]).toEqual({
      ...{ kind: 'row', page: 1 },
      text: 'Office: Office of affairs 20\n2023: 202,345\n2024: 206,789',
    });
  });

  it('is read whole where coloured rows leave out its head: names above several columns, signs of currencies, groups of rows', async () => {
    const more: [string, ...string[]][] = [
      ['Research and development', '6,797', '5,717', '19,490', '16,142'],
      ['Selling, general and administrative', '6,012', '5,412', '18,654', '16,357'],
      ['Total operating expenses', '12,809', '11,129', '38,144', '32,499'],
      ['Operating income', '23,076', '24,126', '94,543', '85,163'],
    ];
    const pdf = await shadedPdf(
      [
        [
          ['Three Months Ended', 280],
          ['Nine Months Ended', 450],
        ],
        [
          ['June 2022', 272],
          ['June 2021', 357],
          ['June 2022', 442],
          ['June 2021', 527],
        ],
      ],
      [
        ['Cost of sales:'],
        ['Products', '$ 41,485', '$ 40,899', '$ 155,084', '$ 149,476'],
        ['Services', '5,589', '5,280', '16,411', '15,319'],
        ['Total cost of sales', '47,074', '46,179', '171,495', '164,795'],
        ['Gross margin', '$ 35,885', '$ 35,255', '$ 132,687', '$ 117,662'],
        ...more,
      ],
    );
    const [text = ''] = await tablesOf(pdf);
    expect(text.split('\n').map((line) => line.split(/ \| ?/u))).toEqual([
      [
        '',
        ...['Three Months', 'Nine Months'].flatMap((of) =>
          [2022, 2021].map((year) => `${of} Ended June ${year}`),
        ),
      ],
      ['Cost of sales:', '', '', '', ''],
      ['Cost of sales: Products', '$ 41,485', '$ 40,899', '$ 155,084', '$ 149,476'],
      ['Cost of sales: Services', '5,589', '5,280', '16,411', '15,319'],
      ['Total cost of sales', '47,074', '46,179', '171,495', '164,795'],
      ['Gross margin', '$ 35,885', '$ 35,255', '$ 132,687', '$ 117,662'],
      ...more,
    ]);
  });

  it('takes the names of its columns from above its coloured rows, years apart, and its unit as its title', async () => {
    const pdf = await statementPdf(
      [
        [['Statement of income', 44]],
        [['Three Months Ended June 30,', 290]],
        [
          ['(in millions; unaudited)', 44],
          ['2022 2023', 322],
        ],
      ],
      [
        { label: 'Cash, beginning of period', values: ['$ 36,599', '$ 49,734'] },
        { label: 'Net income (loss)', values: ['(2,028)', '6,750'] },
        { label: 'Depreciation', values: ['9,716', '11,589'] },
      ],
      ['See accompanying notes.'],
    );
    const { blocks } = await read('statement.pdf', pdf);
    expect(blocks.map(({ kind, text }) => [kind, text])).toEqual([
      ['paragraph', 'Statement of income'],
      ['paragraph', '(in millions; unaudited)'],
      [
        'table',
        ' | Three Months Ended June 30, 2022 | Three Months Ended June 30, 2023\nCash, beginning of period | $ 36,599 | $ 49,734\nNet income (loss) | (2,028) | 6,750\nDepreciation | 9,716 | 11,589',
      ],
      ['paragraph', 'See accompanying notes.'],
    ]);
  });

  it('ends above the text on the background below it, and keeps the raised marks of footnotes after their labels', async () => {
    const note = 'The sales of products include amortization of the deferred value of rights';
    const below = [`(1) ${note} 1`, ...[2, 3, 4].map((line) => `${note} ${line}`)];
    const pdf = await statementPdf(
      [
        [
          ['2022', 312],
          ['2021', 360],
        ],
      ],
      [
        { label: 'Net sales by category:' },
        { label: 'Phones', mark: '(1)', values: ['$ 40,665', '$ 39,570'] },
        { label: 'Computers', mark: '(1)', values: ['7,382', '8,235'] },
        { label: 'Total net sales', values: ['$ 48,047', '$ 47,805'] },
      ],
      below,
    );
    const { blocks } = await read('statement.pdf', pdf);
    expect(blocks.map(({ kind }) => kind)).toEqual(['table', 'paragraph']);
    expect(blocks[0]?.text.split('\n')).toEqual([
      ' | 2022 | 2021',
      'Net sales by category: |  |',
      'Net sales by category: Phones (1) | $ 40,665 | $ 39,570',
      'Net sales by category: Computers (1) | 7,382 | 8,235',
      'Total net sales | $ 48,047 | $ 47,805',
    ]);
    expect(blocks[1]?.text).toBe(below.join(' '));
  });

  it('has no names of columns where it begins with amounts', async () => {
    const pdf = await statementPdf(
      [],
      [
        { label: 'Cash, beginning of period', values: ['$ 36,599', '$ 49,734'] },
        { label: 'Net income (loss)', values: ['(2,028)', '6,750'] },
        ...Array.from({ length: 30 }, (_none, at) => ({
          label: `Another activity of the period with a longer name ${at}`,
          values: ['9,716', '11,589'] as const,
        })),
      ],
      ['See accompanying notes.'],
    );
    const { blocks } = await read('statement.pdf', pdf);
    expect(blocks[0]?.text).toBe('Cash, beginning of period\n$ 36,599\n$ 49,734');
    expect(blocks[1]?.text).toBe('Net income (loss)\n(2,028)\n6,750');
  });

  it('is read where it is turned on its page', async () => {
    const rows = [
      ['Country', 'Area', 'People'],
      ['Austria', '83,879', '9.1'],
      ['Norway', '385,207', '5.5'],
      ['Portugal', '92,225', '10.6'],
    ];
    expect(await tablesOf(await turnedPdf(rows))).toEqual([rows.map((row) => row.join(' | ')).join('\n')]);
  });
});

describe('what is no table', () => {
  it('is prose in two columns', async () => {
    const left = 'The committee met in spring and went through the reports';
    const right = 'of all five regions, which had been sent in by the offices';
    const lines = Array.from({ length: 8 }, (_none, at) => [`${left} ${at}`, `${right} ${at}`] as const);
    expect(await tablesOf(await newspaperPdf(lines))).toEqual([]);
  });

  it('are the numbers beside the axes of a chart', async () => {
    expect(await tablesOf(await chartPdf())).toEqual([]);
  });
});
