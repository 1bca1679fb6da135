import { describe, expect, it } from 'vitest';
import type { PdfItem } from '../pdf-lines.ts';
import { splitPageParts } from '../pdf-parts.ts';
import type { PdfTable } from '../tables/table.ts';
import { tidyItems } from './tidy-items.ts';
import { layVertical } from './vertical.ts';

const size = 10;
/** A run of ten points whose letters are five points wide, at the end of its line. */
const run = (str: string, x: number, y: number, more: Partial<PdfItem> = {}): PdfItem => ({
  ...{ str, width: 5 * str.length, height: size, hasEOL: true, fontName: 'f' },
  ...{ transform: [size, 0, 0, size, x, y] },
  ...more,
});
const onLine = { hasEOL: false };
const edges = { top: 800, bottom: 0 };
const read = (items: readonly PdfItem[], tables: PdfTable[] = []) =>
  splitPageParts(items, tables, edges).flatMap(({ lines, table }) => [
    ...lines.map(({ text }) => text),
    ...(table ? ['TABLE'] : []),
  ]);

const left = (number: number) => `left column, line ${number} of its text`;
const right = (number: number) => `right column, line ${number} of text`;
const numbers = [1, 2, 3, 4, 5];
const heights = (number: number) => 600 - 12 * number;
const lefts = numbers.map((number) => run(left(number), 50, heights(number)));
const rights = numbers.map((number) => run(right(number), 300, heights(number)));
const columns = [...numbers.map(left), ...numbers.map(right)];

describe('the order of a page', () => {
  it('is that of its places where the file draws it from the bottom to the top', () => {
    const sentences = [1, 2, 3, 4, 5, 6].map((number) => `Sentence number ${number} of this page.`);
    const items = sentences.map((text, at) => run(text, 50, 600 - 12 * at));
    expect(read(items)).toEqual(sentences);
    expect(read(items.toReversed())).toEqual(sentences);
  });

  it('is column by column where the file draws lines across them', () => {
    const across = numbers.flatMap((number) => [
      run(left(number), 50, heights(number), onLine),
      run(right(number), 300, heights(number)),
    ]);
    expect(read(across)).toEqual(columns);
    const zigzag = numbers.flatMap((number) => [
      run(left(number), 50, heights(number)),
      run(right(number), 300, heights(number) - 5),
    ]);
    expect(read(zigzag)).toEqual(columns);
  });

  it('is that of the file where its columns follow each other', () => {
    expect(read([...lefts, ...rights])).toEqual(columns);
    expect(read([...rights, ...lefts])).toEqual([...numbers.map(right), ...numbers.map(left)]);
  });

  it('has a title above columns first, and what stands below them last', () => {
    const title = run('A title that stands above both columns of the page', 120, 630);
    const below = run('A sentence below both columns that reaches across the whole page.', 50, 500);
    expect(read([below, ...lefts, ...rights, title])).toEqual([
      ...['A title that stands above both columns of the page', ...columns],
      'A sentence below both columns that reaches across the whole page.',
    ]);
  });

  it('keeps bullets with their lines', () => {
    const items = numbers.flatMap((number) => [
      run('•', 50, heights(number), onLine),
      run(`Point ${number} of a list of sentences.`, 70, heights(number)),
    ]);
    const wanted = numbers.map((number) => `• Point ${number} of a list of sentences.`);
    expect(read([...items.slice(4), ...items.slice(0, 4)])).toEqual(wanted);
  });

  it('keeps the cells of rows beside each other', () => {
    const rows = numbers.flatMap((number) => [
      run(`Label ${number}`, 50, heights(number), onLine),
      run(`${number}0`, 300, heights(number)),
    ]);
    const note = run('A note that stands above all of these rows.', 50, 630);
    expect(read([...rows, note])).toEqual([
      'A note that stands above all of these rows.',
      ...numbers.map((number) => `Label ${number} ${number}0`),
    ]);
  });

  it('has a table where it stands', () => {
    const above = run('The sentence above the table of this page.', 50, 700);
    const below = run('The sentence below the table of this page.', 50, 400);
    const table = { box: { left: 50, right: 300, bottom: 500, top: 600 }, cells: [], items: new Set([2]) };
    const cell = run('1', 60, 550);
    expect(read([below, above, cell], [table])).toEqual([
      ...['The sentence above the table of this page.', 'TABLE'],
      'The sentence below the table of this page.',
    ]);
  });

  it('does not change by what is drawn at the edges of the page, or turned', () => {
    const foot = run('ACME report, page one of many others', 50, 20);
    const turned = run('arXiv of the first of May, a turned text', 20, 300, {
      transform: [0, size, -size, 0, 20, 300],
    });
    expect(read([foot, turned, ...lefts, ...rights])).toEqual([
      ...['ACME report, page one of many others', 'arXiv of the first of May, a turned text', ...columns],
    ]);
  });

  it('is that of the file where the places part more of its neighbours than it contradicts', () => {
    const scattered = numbers.flatMap((number) => [
      run(`A short label ${number} with words`, 50 + 130 * number, heights(number)),
      run(`Its note ${number} with more words`, 50 + 130 * number, heights(number) - 300),
    ]);
    const items = [...scattered, run('A text above the first of the labels', 650, 620)];
    expect(read(items)).toEqual(items.map(({ str }) => str));
  });

  it('is found for many columns and lines in time that grows with them', () => {
    const items = Array.from({ length: 9000 }, (_none, at) =>
      run('x y', 10 + 20 * (at % 40), 9000 - Math.floor(at / 40) * 12 - (at % 7), onLine),
    );
    const lines = splitPageParts(items.toReversed(), []).flatMap(({ lines: own }) => own);
    expect(
      lines
        .map(({ text }) => text)
        .join(' ')
        .split(' '),
    ).toHaveLength(18_000);
  });
});

describe('letters that are set apart', () => {
  const tidy = (...items: PdfItem[]) => tidyItems(items).map(({ str }) => str);

  it('are words', () => {
    expect(tidy(run('S P A C E D', 0, 0))).toEqual(['SPACED']);
    const words = ['S p a c e d', ' ', 'o f', ' ', '2 0 2 6'];
    expect(tidy(...words.map((str, at) => run(str, 100 * at, 0, { hasEOL: at === 4 })))).toEqual([
      ...['Spaced', ' ', 'of', ' ', '2026'],
    ]);
    expect(tidy(run('要 約 と 目 次', 0, 0))).toEqual(['要約と目次']);
  });

  it.each(['A B C D', '1 2 3 4', 'Y N N Y N', 'M T W T F S S', 'a b', 'I am a man'])(
    'are not: %s',
    (text) => {
      expect(tidy(run(text, 0, 0))).toEqual([text]);
    },
  );

  it('are not beside a word', () => {
    expect(tidy(run('E A S T', 0, 0, onLine), run('side', 90, 0))).toEqual(['E A S T', 'side']);
  });
});

describe('texts that are drawn twice', () => {
  it('are read once', () => {
    const twice = [run('Hello world', 50, 0, onLine), run('Hello world', 50.4, 0)];
    expect(read(tidyItems(twice))).toEqual(['Hello world']);
    const apart = [run('no', 50, 0, onLine), run('no', 70, 0)];
    expect(read(tidyItems(apart))).toEqual(['no no']);
  });
});

describe('text that is written downwards', () => {
  const column = (text: string, x: number, top = 700): PdfItem[] =>
    Array.from(text, (str, at) => run(str, x, top - size * at, { width: size }));
  const lay = (items: readonly PdfItem[]) => read(layVertical(items) ?? []);

  it('is read from the right to the left', () => {
    const items = [...column('国境の長いトンネル', 200), ...column('を抜けると雪国で', 180)];
    expect(lay(items)).toEqual(['国境の長いトンネル', 'を抜けると雪国で']);
    expect(lay([...column('を抜けると雪国で', 180), ...column('国境の長いトンネル', 200)])).toHaveLength(2);
  });

  it('has its brackets upright, and lines across it behind it', () => {
    const head = Array.from('官報号外', (str, at) => run(str, 50 + 60 * at, 740, { width: size }));
    expect(lay([...head, ...column('︵夜の底︶が白く', 200)])).toEqual(['(夜の底)が白く', '官報号外']);
  });

  it('may be drawn in a font for vertical writing', () => {
    const down = run('国境の長いトンネル', 205, 700, { dir: 'ttb', width: size, height: 90 });
    expect(lay([down])).toEqual(['国境の長いトンネル']);
  });

  it('is no text of lines', () => {
    expect(layVertical([run('国境の長いトンネルを抜けると', 50, 700)])).toBeUndefined();
    expect(layVertical(Array.from('中文字', (str, at) => run(str, 50 + 10 * at, 700)))).toBeUndefined();
    expect(layVertical([])).toBeUndefined();
  });
});
