import type { Column } from '@atelier/contracts/content/schemas/schema-shapes';
import { expect, it } from 'vitest';
import { readByRules } from './read-by-rules.ts';

const column = (name: string, type: Column['type'] = 'TEXT'): Column => ({
  columnId: 'col_1',
  name,
  type,
  choices: [],
  instruction: '',
  revision: 1,
});

const read = (name: string, text: string, type?: Column['type']) => {
  const [cell] = readByRules(
    [column(name, type)],
    [
      {
        id: 'chk_1',
        heading: null,
        text,
        tokens: 1,
        page: null,
        second: null,
        startOffset: 0,
        endOffset: text.length,
        edited: false,
      },
    ],
  );
  return cell?.value ?? null;
};

it.each([
  ['Invoice number: 4711', '4711'],
  ['- **Invoice number:** 4711', '4711'],
  ['| Invoice number | 4711 |', '4711'],
  ['> __Invoice number__ : 4711 ', '4711'],
  ['Invoice-Number: 10:30 | room 2', '10:30 | room 2'],
  ['Other number: 4711', null],
  ['Invoice number:', null],
  ['4711', null],
])('reads a labelled line: %s', (line, value) => {
  expect(read('Invoice number', `First.\n${line}\nLast: 1`)).toBe(value);
});

it('reads an address under the name of one', () => {
  expect(read('E-mail', 'Write to ada.l@example.co.uk, please.')).toBe('ada.l@example.co.uk');
});

const pipes = '|'.repeat(900);

it.each([
  ['_'.repeat(20_000), null],
  [`${'* '.repeat(10_000)}x`, null],
  [`Total:${' '.repeat(19_000)}x${pipes}y`, `x${pipes}y`],
  ['a'.repeat(20_000), null],
])('takes no longer for lines that are full of marks, or one long word', (text, value) => {
  expect(read('Total', text)).toBe(value);
  expect(read('E-mail', text)).toBeNull();
});
