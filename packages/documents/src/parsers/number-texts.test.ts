import { expect, it } from 'vitest';
import { writeNumber } from './number-texts.ts';

it.each<[string, [number, string][]]>([
  ['decimal', [[12, '12']]],
  [
    'decimalZero',
    [
      [3, '03'],
      [12, '12'],
    ],
  ],
  [
    'upperRoman',
    [
      [4, 'IV'],
      [1994, 'MCMXCIV'],
      [4000, '4000'],
    ],
  ],
  ['lowerRoman', [[9, 'ix']]],
  [
    'upperLetter',
    [
      [1, 'A'],
      [26, 'Z'],
      [27, 'AA'],
      [53, 'AAA'],
      [2000, '2000'],
    ],
  ],
  ['lowerLetter', [[2, 'b']]],
  ['russianLower', [[2, 'б']]],
  [
    'ordinal',
    [
      [1, '1st'],
      [2, '2nd'],
      [3, '3rd'],
      [4, '4th'],
      [11, '11th'],
      [112, '112th'],
      [121, '121st'],
    ],
  ],
  [
    'cardinalText',
    [
      [1, 'One'],
      [13, 'Thirteen'],
      [42, 'Forty-two'],
      [80, 'Eighty'],
      [100, '100'],
    ],
  ],
  [
    'ordinalText',
    [
      [1, 'First'],
      [12, 'Twelfth'],
      [20, 'Twentieth'],
      [21, 'Twenty-first'],
      [100, '100th'],
    ],
  ],
  [
    'chineseCounting',
    [
      [1, '一'],
      [10, '十'],
      [12, '十二'],
      [20, '二十'],
      [105, '一百〇五'],
      [10_000, '10000'],
    ],
  ],
  [
    'decimalEnclosedCircle',
    [
      [1, '①'],
      [20, '⑳'],
      [21, '21'],
    ],
  ],
  ['numberInDash', [[5, '- 5 -']]],
  ['none', [[5, '']]],
  ['constructor', [[5, '5']]],
])('numbers in the format %s', (format, cases) => {
  expect(cases.map(([number]) => writeNumber(number, format))).toEqual(cases.map(([, text]) => text));
});
