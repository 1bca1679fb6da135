import { expect, it } from 'vitest';
import { splitIntoBlocks } from './source-blocks.ts';

const whole = { start: 0, end: 0 };

it('draws the rows of a sheet as one table, with the cited one marked', () => {
  const text = 'Room: Aurora\nSeats: 12\n\nRoom: Borealis\nSeats: 40\nFloor: 4';
  const at = text.indexOf('Room: Borealis');
  expect(
    splitIntoBlocks({ text, start: 100 }, { start: 100 + at, end: 100 + at + 5 }, 'TABLE'),
  ).toMatchObject([
    {
      kind: 'table',
      key: 100,
      head: ['Room', 'Seats', 'Floor'],
      rows: [
        { key: 100, cells: ['Aurora', '12'], isMarked: false },
        { key: 100 + at, cells: ['Borealis', '40', '4'], isMarked: true },
      ],
    },
  ]);
});

it('marks every row on which a figure rests', () => {
  const text = 'City: Rome\nRate: 95\n\nCity: Paris\nRate: 120\n\nCity: Vienna\nRate: 110';
  const at = text.indexOf('City: Vienna');
  const cited = { start: 0, end: 19, further: [{ start: at, end: text.length }] };
  const [table] = splitIntoBlocks({ text, start: 0 }, cited, 'TABLE');
  expect(table).toMatchObject({ rows: [{ isMarked: true }, { isMarked: false }, { isMarked: true }] });
});

it('draws a table inside of a text as a table', () => {
  const text = 'Tariffs\n\nName | Price\nBasic | 9,50\nComfort | 12,90\n\nThey hold until May.';
  const blocks = splitIntoBlocks(
    { text, start: 0 },
    { start: text.indexOf('Comfort'), end: text.indexOf('12,90') + 5 },
    'TEXT',
  );
  expect(blocks.map(({ kind }) => kind)).toEqual(['heading', 'table', 'text']);
  expect(blocks[1]).toMatchObject({
    head: ['Name', 'Price'],
    rows: [
      { cells: ['Basic', '9,50'], isMarked: false },
      { cells: ['Comfort', '12,90'], isMarked: true },
    ],
  });
});

it('takes a first row of numbers for data, and one of years for names', () => {
  expect(splitIntoBlocks({ text: 'Mac | 7,382\niPad | 7,224', start: 0 }, whole, 'TEXT')).toMatchObject([
    { head: [], rows: [{ cells: ['Mac', '7,382'] }, { cells: ['iPad', '7,224'] }] },
  ]);
  expect(
    splitIntoBlocks({ text: '| 2023 | 2022\nRevenue | 12 | 11', start: 0 }, whole, 'TEXT'),
  ).toMatchObject([{ head: ['', '2023', '2022'], rows: [{ cells: ['Revenue', '12', '11'] }] }]);
});

it('keeps code in one piece, its chunk marked exactly', () => {
  const [block] = splitIntoBlocks({ text: '{\n\n  "a": 1\n}', start: 0 }, { start: 5, end: 11 }, 'CODE');
  expect(block).toMatchObject({ kind: 'code', pieces: [{}, { text: '"a": 1', isMarked: true }, {}] });
});

it('leaves prose with a colon in it alone', () => {
  const [block] = splitIntoBlocks({ text: 'Note: it rains.\nAnd so it goes on.', start: 0 }, whole, 'TEXT');
  expect(block?.kind).toBe('text');
});

it('reads lines of labels and values as a form, and further ones with the same labels as a table', () => {
  const form = 'Customer: Example Ltd\nDate: 3 May 2026';
  const [pairs] = splitIntoBlocks({ text: form, start: 0 }, whole, 'PDF');
  expect(pairs).toMatchObject({
    kind: 'pairs',
    pairs: [
      { label: 'Customer', value: 'Example Ltd' },
      { label: 'Date', value: '3 May 2026' },
    ],
  });
  const rows = 'Room: Aurora\nSeats: 12\n\nRoom: Borealis\nSeats: 40\nFloor: 4';
  expect(splitIntoBlocks({ text: rows, start: 0 }, whole, 'TEXT')).toMatchObject([
    {
      kind: 'table',
      head: ['Room', 'Seats', 'Floor'],
      rows: [{ cells: ['Aurora', '12'] }, { cells: ['Borealis', '40', '4'] }],
    },
  ]);
});

it('keeps two forms apart that share a label', () => {
  const forms = 'Name: Ada\nDate: 3 May\n\nOffice: Berlin\nDate: 4 May';
  expect(splitIntoBlocks({ text: forms, start: 0 }, whole, 'TEXT').map(({ kind }) => kind)).toEqual([
    'pairs',
    'pairs',
  ]);
});

/** Writes another text into each cell of a block, and returns the lines that result from it. */
const rewrite = (
  places: readonly ({ before: string; after: string } | undefined)[],
): (string | undefined)[] => places.map((place) => place && `${place.before}…${place.after}`);

it('knows the line and the place of each cell, also where a row lacks some', () => {
  const text = 'Room: Aurora\nSeats: 12\n\nRoom: Borealis\nFloor: 4';
  const [table] = splitIntoBlocks({ text, start: 100 }, whole, 'TABLE');
  if (table?.kind !== 'table') throw new Error('No table.');
  expect(table.headPlaces).toBeUndefined();
  const last = table.rows[1]?.places ?? [];
  expect(rewrite(last)).toEqual(['Room: …', undefined, 'Floor: …']);
  expect(last.map((place) => place && [place.line, text.slice(place.start - 100).split('\n', 1)[0]])).toEqual(
    [['Room: Borealis', 'Room: Borealis'], undefined, ['Floor: 4', 'Floor: 4']],
  );
});

it('knows the places of cells and names between bars, and of labels and values', () => {
  const [table] = splitIntoBlocks({ text: 'Name | Price | \nBasic |  9,50 | x', start: 0 }, whole, 'TEXT');
  if (table?.kind !== 'table') throw new Error('No table.');
  expect(rewrite(table.headPlaces ?? [])).toEqual(['… | Price | ', 'Name | … | ', 'Name | Price | …']);
  expect(rewrite(table.rows[0]?.places ?? [])).toEqual([
    '… |  9,50 | x',
    'Basic |  … | x',
    'Basic |  9,50 | …',
  ]);
  const [form] = splitIntoBlocks({ text: 'Number: A17\nMass: 2 kg', start: 0 }, whole, 'TEXT');
  if (form?.kind !== 'pairs') throw new Error('No form.');
  const [, mass] = form.pairs;
  expect(mass && rewrite([mass.places.label, mass.places.value])).toEqual(['…: 2 kg', 'Mass: …']);
  expect(mass?.places.value).toMatchObject({ start: 12, line: 'Mass: 2 kg' });
});
