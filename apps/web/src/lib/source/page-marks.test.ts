import { describe, expect, it } from 'vitest';
import { findMarked, type Item } from './page-marks.ts';

const line = (str: string, y: number): Item => ({
  str,
  transform: [12, 0, 0, 12, 40, y],
  width: 300,
  height: 12,
});
const marked = (items: Item[], quote: string): string[] =>
  findMarked(items, quote).map(({ item, from, to }) => item.str.slice(from, to));

describe('the marks on a page', () => {
  it('begin and end with the quote, also inside a line', () => {
    const items = [
      line('Old. The ferry leaves', 700),
      line('at 23:40 from pier', 684),
      line('seven. Tickets', 668),
    ];
    expect(marked(items, 'The ferry leaves at 23:40 from pier seven.')).toEqual([
      'The ferry leaves',
      'at 23:40 from pier',
      'seven',
    ]);
    expect(marked(items, 'Tickets')).toEqual(['Tickets']);
  });

  it('are the whole line of the table that shares the numbers of a row', () => {
    const items = [line('Paris 120 7', 700), line('Rome 95 12', 684)];
    expect(marked(items, 'City: Rome; Rate: 95; Rooms: 12')).toEqual(['Rome 95 12']);
    expect(marked(items, 'Nothing of it')).toEqual([]);
  });
});
