import { describe, expect, it } from 'vitest';
import { readValues } from './read-values.ts';

const day = (text: string) => Date.parse(`${text}Z`);

describe('the values of a column', () => {
  it.each<[string[], (number | undefined)[]]>([
    [
      ['1', '-2', '+3'],
      [1, -2, 3],
    ],
    [
      ['1,234.50', '2'],
      [1234.5, 2],
    ],
    [
      ['1.234,50', '2'],
      [1234.5, 2],
    ],
    [
      ['1,5', '1.234'],
      [1.5, 1234],
    ],
    [
      ['1.5', '1,234'],
      [1.5, 1234],
    ],
    [
      ['1,234', '5'],
      [1234, 5],
    ],
    [
      ['1.234', '5'],
      [1.234, 5],
    ],
    [
      ['1,234,567', '5'],
      [1_234_567, 5],
    ],
    [
      ['1,23,4', '5'],
      [1234, 5],
    ],
    [["1'234.5"], [1234.5]],
    [
      ['5 kg', '7.5 kg', '12kg'],
      [5, 7.5, 12],
    ],
    [
      ['45,000.00 days', '1 day', '2.00 days'],
      [45_000, undefined, 2],
    ],
    [
      ['1,234,567.89 ₽', '12 ₽', '1.50E-07'],
      [1_234_567.89, 12, 1.5e-7],
    ],
    [
      ['5 kg', '7 kg', '9 kg', '300 g'],
      [5, 7, 9, undefined],
    ],
    [
      ["1'234,5", '2,5'],
      [1234.5, 2.5],
    ],
    [
      ['€ 12', '12 EUR', '$3', '45%', 'CHF 7'],
      [12, 12, 3, 45, 7],
    ],
    [
      ['(12.5)', '3'],
      [-12.5, 3],
    ],
    [
      ['(12', '3', '4'],
      [undefined, 3, 4],
    ],
    [
      ['1', '2', '3', 'none', 'none'],
      [1, 2, 3, undefined, undefined],
    ],
    [
      ['1', '', '2'],
      [1, undefined, 2],
    ],
  ])('%j are numbers', (cells, values) => {
    expect(readValues(cells)).toMatchObject({ kind: 'number', values });
  });

  it.each<[string[], (number | undefined)[]]>([
    [
      ['2024-03-01', '2024-3-1'],
      [day('2024-03-01'), day('2024-03-01')],
    ],
    [
      ['2024-03-01T09:30', '2024-03-01 23:59'],
      [day('2024-03-01T09:30'), day('2024-03-01T23:59')],
    ],
    [
      ['31.12.2024', '1.2.2024'],
      [day('2024-12-31'), day('2024-02-01')],
    ],
    [
      ['13/2/2024', '3/4/2024'],
      [day('2024-02-13'), day('2024-04-03')],
    ],
    [
      ['2/13/2024', '3/4/2024'],
      [day('2024-02-13'), day('2024-03-04')],
    ],
    [
      ['2-13-2024', '3-4-2024'],
      [day('2024-02-13'), day('2024-03-04')],
    ],
    [
      ['1 January 2024', '2. Feb. 2024', '3 mar, 2024'],
      [day('2024-01-01'), day('2024-02-02'), day('2024-03-03')],
    ],
    [
      ['January 31, 2024', 'Dec. 1 2024'],
      [day('2024-01-31'), day('2024-12-01')],
    ],
    [
      ['2024-02-29', '2023-02-29', '2024-12-31'],
      [day('2024-02-29'), undefined, day('2024-12-31')],
    ],
  ])('%j are dates', (cells, values) => {
    expect(readValues(cells)).toMatchObject({ kind: 'date', values });
  });

  it.each([
    [['1', '2', 'a', 'b']],
    [['3/4/2024', '5/6/2024']],
    [['3/4.2024', '5/6.2024']],
    [['30 Foo 2024']],
    [['', ' ']],
    [[]],
  ])('%j are texts', (cells: string[]) => {
    expect(readValues(cells)).toMatchObject({ kind: 'text', values: cells.map(() => undefined) });
  });

  it('read a condition as they are read', () => {
    expect(readValues(['1,5', '2,5']).read('3,5')).toBe(3.5);
    expect(readValues(['13/2/2024']).read('1/3/2024')).toBe(day('2024-03-01'));
    expect(readValues(['a']).read('1')).toBeUndefined();
    expect(readValues([undefined, '1']).values).toEqual([undefined, 1]);
  });
});
