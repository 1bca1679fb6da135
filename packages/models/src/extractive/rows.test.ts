import { describe, expect, it } from 'vitest';
import { answer, form } from '../../tests/extractive-score.ts';

const chunk = (index: number, documentName: string, text: string, heading?: string) => ({
  ...{ index, chunkId: `c${index}`, documentName, text },
  ...(heading === undefined ? {} : { heading }),
});

const prose = chunk(
  1,
  '2023 Q3 ACME.pdf',
  'Operating income of Acme in the third quarter of 2023 was affected by the third quarter of the harvest, in which Acme sold 12 barges.',
);
const income = chunk(
  2,
  '2023 Q3 ACME.pdf',
  '| | Three Months Ended September 30, 2023 | Nine Months Ended September 30, 2023 |\n| --- | --- | --- |\n| Revenue | 900 | 2,700 |\n| Operating income | 310 | 930 |',
);
const soFar = chunk(
  3,
  '2023 Q3 ACME.pdf',
  'Cash flows: Operating income\nNine Months Ended September 30, 2023: 930\nNine Months Ended September 30, 2022: 870',
);

describe('a question for a figure', () => {
  it('is answered with the row that it names and not with prose that has more of its words', async () => {
    const reply = await answer('What was the operating income of Acme in the third quarter of 2023?', [
      prose,
      soFar,
      income,
    ]);
    expect(reply).toBe(
      'Operating income; Three Months Ended September 30, 2023: 310; Nine Months Ended September 30, 2023: 930 [2]',
    );
  });

  it('finds the row though its table does not name the company, if the document does', async () => {
    const question = 'Operating income of Acme in Q3 2023';
    expect(await answer(question, [income, prose])).toContain('310');
    expect((await form('Operating income of Bolt in Q3 2023', [income, prose])).kind).toBe('CLOSEST_CHUNKS');
  });

  it('finds the row by the words that lead to its table', async () => {
    const table = chunk(
      1,
      '2023 Q3 ACME.pdf',
      'The following table shows net sales by category:\n\n| | June 25, 2023 | June 26, 2022 |\n| --- | --- | --- |\n| Barges | 19,604 | 17,486 |\n\nNet sales of barges in the third quarter of 2023 decreased due to lower net sales of river barges in 12 towns.',
    );
    expect(await answer('Barges net sales Q3 2023', [table])).toContain('19,604');
  });

  it('does not take a place in the question for the owner of a table', async () => {
    const table = chunk(
      1,
      'staff.md',
      '| | 2023 | 2022 |\n| --- | --- | --- |\n| Employees | 6,410 | 6,102 |\n| Offices | 4 | 3 |',
    );
    const text = chunk(2, 'staff.md', 'The office in Porto opened in spring.');
    expect((await form('How many employees work in Porto?', [table, text])).kind).toBe('CLOSEST_CHUNKS');
  });

  it('prefers the group that was asked for, and amounts to percentages', async () => {
    const table = chunk(
      1,
      '2023 Q3 ACME.pdf',
      'Net sales: Cloud\n20,538\n23,059\n\nNet sales: Growth excluding exchange rates: Cloud\n28 %\n12 %\n\nNet sales: Mix: Cloud\n16 %\n16 %',
    );
    expect(await answer('Cloud net sales Q3 2023', [table])).toBe('Net sales: Cloud; 20,538; 23,059 [1]');
  });

  it('leaves out amounts that stand in the place of the names of columns', async () => {
    const table = chunk(
      1,
      'report.pdf',
      'Total: Goodwill\n104,427: 67,940\n104,757: 67,524\n\nTotal: Gaming\n3,919\n$ 50,122: 3,610',
    );
    expect(await answer('How high is the goodwill?', [table])).toBe('Total: Goodwill; 67,940; 67,524 [1]');
  });

  it('finds a date under a short name of its month', async () => {
    const table = chunk(
      1,
      'report.pdf',
      '| | Oct 1, 2022 | Dec 25, 2021 |\n| --- | --- | --- |\n| Inventories | 12,831 | 10,776 |',
    );
    expect(await answer('What were the inventories on October 1, 2022?', [table])).toContain('12,831');
  });
});

describe('a question for a value of a form', () => {
  const certificate = (index: number, id: string, product: string, maker: string) =>
    chunk(
      index,
      `certificate-${id}.pdf`,
      `Certificate number: ${id}\nProduct: ${product}\nManufacturer: ${maker}\nYear of construction: 2019\nMass: 12.5 kg\nPage: 2 of 4`,
    );
  const forms = [
    certificate(1, 'A17', 'Ladder hook', 'Nordwerk GmbH'),
    certificate(2, 'B22', 'Rope clamp', 'Alpina AG'),
    chunk(3, 'order.pdf', 'Customer: Example Ltd\nAgree: ☒\nPlan: Gold'),
  ];

  it.each([
    [
      'Who is the manufacturer of the rope clamp?',
      'Manufacturer: Alpina AG, according to “certificate-B22.pdf” [2]',
    ],
    ['Who made certificate A17?', 'Manufacturer: Nordwerk GmbH, according to “certificate-A17.pdf” [1]'],
    ['How heavy is the ladder hook?', 'Mass: 12.5 kg, according to “certificate-A17.pdf” [1]'],
    [
      'When was certificate B22 constructed?',
      'Year of construction: 2019, according to “certificate-B22.pdf” [2]',
    ],
    [
      'What is the certificate number of the ladder hook?',
      'Certificate number: A17, according to “certificate-A17.pdf” [1]',
    ],
    ['Which plan does the customer have?', 'Plan: Gold, according to “order.pdf” [3]'],
  ])('is answered with the value that its label names: %s', async (question, expected) => {
    expect(await answer(question, forms)).toBe(expected);
  });

  it.each([
    'What is the colour of the rope clamp?',
    'Who inspected the ladder hook?',
    'Who is the manufacturer of certificate C99?',
  ])('is not answered by a form that does not say it: %s', async (question) => {
    expect((await form(question, forms)).kind).toBe('CLOSEST_CHUNKS');
  });

  it('is not answered by a row of a table for no reason but its columns', async () => {
    const rooms = chunk(
      1,
      'rooms.csv',
      'Room: Aurora\nSeats: 12\nFloor: 3\n\nRoom: Borealis\nSeats: 40\nFloor: 4',
    );
    expect((await form('How many seats does the room Cassini have?', [rooms])).kind).toBe('CLOSEST_CHUNKS');
  });
});
