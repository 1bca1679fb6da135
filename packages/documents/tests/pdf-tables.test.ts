import { describe, expect, it } from 'vitest';
import { filingPdf } from './filing-pdf.ts';
import { useReader } from './reader.ts';
import { chartPdf, type DrawnCell, newspaperPdf, ruledPdf, shadedPdf, turnedPdf } from './table-pdfs.ts';

const read = useReader();
const cell = (text: string, covers = 1): DrawnCell => ({ lines: text.split('\n'), covers });

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
