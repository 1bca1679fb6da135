import { expect, it } from 'vitest';
import { suggestTextName } from './suggest-text-name.ts';

it.each([
  ['# Ferries\n\nThe night ferry is at 23:40.', 'Ferries'],
  ['\n## Prices 2026/27 \nA ticket costs 32 euros.', 'Prices 2026 27'],
  ['# All in one line', 'All in one line'],
  ['Opening hours\n\nWe open at nine.', 'Opening hours'],
])('calls %j by its heading', (text, name) => {
  expect(suggestTextName(text)).toBe(name);
});

it.each([
  'The night ferry is at 23:40.',
  'One sentence without its end',
  'The ferry is at 23:40.\nThe ticket costs 32 euros.',
  `${'word '.repeat(20)}\nmore`,
  '# /\ntext',
])('finds no heading in %j', (text) => {
  expect(suggestTextName(text)).toBe('Pasted text');
});
