import { describe, expect, it } from 'vitest';
import { PageReader, type PdfPage } from './pdf-blocks.ts';
import { fontHeadings } from './pdf-headings.ts';
import { heaviest, type PdfItem, type PdfLine } from './pdf-lines.ts';
import { splitPageParts } from './pdf-parts.ts';

const line = (text: string, y: number, more: Partial<PdfLine> = {}): PdfLine => ({
  ...{ text, y, x: 50, size: 10, font: 'plain' },
  ...more,
});
const bold = (text: string, y: number, more: Partial<PdfLine> = {}) =>
  line(text, y, { font: 'bold', ...more });
const plain = (y: number) => line('The text of the page goes on for a while here.', y);

describe('lines of a PDF', () => {
  const run = (str: string, x: number, width: number, more: Partial<PdfItem> = {}): PdfItem => ({
    ...{ str, width, height: 7, hasEOL: false, fontName: 'f', transform: [10, 0, 0, 10, x, 50] },
    ...more,
  });
  const last = { hasEOL: true };
  const pageLines = (items: readonly PdfItem[]) => splitPageParts(items, []).flatMap(({ lines }) => lines);

  it('join the runs up to each line end, in the size and font of most of their letters', () => {
    const lines = pageLines([
      ...[run('The ', 0, 20), run('', 0, 0), run('word', 20, 20, { ...last, fontName: 'g' })],
      ...[run(' ', 0, 3), run('  ', 5, 3, last)],
      ...[
        run(' x', 9, 5, { transform: [20, 0, 0, 20, 9, 30] }),
        run(' and more', 20, 40, { transform: [10, 0, 0, 10, 20, 30] }),
      ],
    ]);
    expect(lines.map(({ text, size, font, x, y }) => [text, size, font, x, y])).toEqual([
      ['The word', 10, undefined, 0, 50],
      ['x and more', 10, 'f', 9, 30],
    ]);
    expect(pageLines([])).toEqual([]);
    expect(pageLines([run('Costs . . . . . . 12', 0, 90)]).map(({ text }) => text)).toEqual(['Costs … 12']);
    expect(pageLines([run('Wait....', 0, 90)]).map(({ text }) => text)).toEqual(['Wait....']);
    const sizes = [
      run('a', 0, 5, { transform: [0, 3, 4, 3.1, 0, 0], ...last }),
      run('b', 0, 5, { transform: [] }),
    ];
    expect(pageLines(sizes).map(({ size, x, y }) => [size, x, y])).toEqual([
      [5, 0, 0],
      [7, 0, 0],
    ]);
  });

  it.each<[string, PdfItem[], string]>([
    ['part of a word', [run('of', 0, 10), run('fice', 11.5, 20)], 'office'],
    ['two words', [run('of', 0, 10), run('fice', 11.6, 20)], 'of fice'],
    ['two words far apart', [run('of', 0, 10), run('fice', 217.1, 20)], 'of fice'],
    ['a sign before its number', [run('$', 0, 5), run('12', 30, 10)], '$ 12'],
    ['a percentage', [run('12', 0, 10), run('%', 30, 5)], '12 %'],
    ['a closing bracket', [run('(12', 0, 10), run(')', 30, 5)], '(12)'],
    ['a bracket and its number', [run('(', 0, 5), run('12', 8, 10)], '(12'],
    ['a run inside another', [run('office', 0, 30), run(' ', 5, 5), run('x', 10, 5)], 'office x'],
    [
      'a run drawn behind the next',
      [run('second time', 50, 55), run('Text the', 0, 40)],
      'Text the second time',
    ],
    ['letters of Chinese', [run('中', 0, 10), run('文', 12, 10), run('x', 25, 5)], '中文 x'],
    ['letters of Hebrew', [run('של', 50, 10), run('ום', 40, 10)], 'שלום'],
    [
      'an exponent',
      [run('x', 0, 5), run('2', 5, 3, { transform: [6, 0, 0, 6, 5, 56] }), run('+1', 9, 10)],
      'x2+1',
    ],
  ])('have the spaces that their gaps show: %s', (_what, runs, text) => {
    expect(pageLines(runs).map((each) => each.text)).toEqual([text]);
  });

  it('are several where the baseline changes without an end of the line', () => {
    const high = run('World', 55, 20, { transform: [10, 0, 0, 10, 55, 62] });
    expect(pageLines([run('Hello', 0, 25), high]).map(({ text }) => text)).toEqual(['Hello', 'World']);
  });

  it('have the first of what weighs most', () => {
    expect(
      heaviest(
        new Map([
          ['a', 1],
          ['b', 2],
          ['c', 2],
        ]),
      ),
    ).toBe('b');
    expect([heaviest(new Map([['a', 0]])), heaviest(new Map<string, number>())]).toEqual(['a', undefined]);
  });
});

describe('headings by their font', () => {
  const found = (...lines: PdfLine[]) =>
    fontHeadings([{ lines }], 10).map((heading) => heading.map(({ text }) => text).join('|'));

  it('stand above text, at the beginning or behind a sentence or a gap', () => {
    expect(
      found(bold('Topic', 700), plain(688), bold('Again', 660), bold('and on', 648), plain(636)),
    ).toEqual([...['Topic', 'Again|and on']]);
    expect(found(line('It ends here.', 700), bold('Topic', 688), plain(676), plain(664))).toEqual(['Topic']);
    expect(found(line('No end', 700), bold('Topic', 684), plain(672), plain(660))).toEqual([]);
    expect(found(line('No end', 700), bold('Topic', 683.9), plain(672), plain(660))).toEqual(['Topic']);
    expect(found(line('No end', 100), bold('Topic', 684), plain(672), plain(660))).toEqual(['Topic']);
  });

  it.each<[string, PdfLine[]]>([
    ['nothing stands below it', [plain(712), plain(700), bold('Topic', 660)]],
    ['the text below is in another column', [bold('Topic', 600), plain(700), plain(688)]],
    ['the sentence goes on below', [bold('Topic', 700), line('of the year', 688), plain(676)]],
    ['it is smaller than the text', [bold('Topic', 700, { size: 9.4 }), plain(688)]],
    ['it begins small', [bold('topic', 700), plain(688)]],
    ['it ends like a sentence', [bold('Topic.', 700), plain(688)]],
    ['it has hardly a letter', [bold('12 ab', 700), plain(688)]],
    ['it has three lines', [bold('One', 700), bold('two', 688), bold('three', 676), plain(664), plain(652)]],
    ['it is long', [bold(`A${'b'.repeat(120)}`, 700), plain(688), plain(676), plain(664)]],
    [
      'no font has half of the page',
      [bold('Topic', 700), line('Abcdefg', 688, { font: 'other' }), line('abcde', 676)],
    ],
  ])('are none where %s', (_what, lines) => {
    expect(found(...lines)).toEqual([]);
  });

  it('are parted by gaps and sizes, at most four lines above each other', () => {
    expect(found(bold('One', 700), bold('Two', 685.9), plain(672), plain(660))).toEqual(['One', 'Two']);
    expect(found(bold('One', 700), bold('Two', 686), plain(672), plain(660))).toEqual(['One|Two']);
    expect(found(bold('One', 700), bold('Two', 688, { size: 11 }), plain(676), plain(660))).toEqual([
      'One',
      'Two',
    ]);
    const runs = (count: number) =>
      Array.from({ length: count }, (_none, at) => bold(`Topic ${at}`, 700 - at * 20));
    expect(found(...runs(4), plain(600), plain(588))).toHaveLength(4);
    expect(found(...runs(5), plain(590), plain(578))).toEqual([]);
    expect(found(bold(`A${'b'.repeat(119)}`, 700), plain(688), plain(676), plain(664))).toHaveLength(1);
  });
});

describe('blocks of a page', () => {
  const page = (...lines: PdfLine[]): PdfPage => ({ parts: [{ lines }], comments: [], top: 800, bottom: 0 });
  const read = (...lines: PdfLine[]) => {
    const reader = new PageReader();
    reader.learn(page(plain(0), ...lines));
    return reader.read(page(...lines), 1).map(({ kind, level, text }) => `${kind}${level ?? ''} ${text}`);
  };

  it('are headings by their size, of three levels', () => {
    const sized = (size: number) => line('Topic', 500, { size, font: 'large' });
    expect(
      [11.4, 11.5, 13.4, 13.5, 16.4, 16.5].map((size) => read(sized(size), plain(300), plain(288))[0]),
    ).toEqual([
      ...[
        'heading4 Topic',
        'heading3 Topic',
        'heading3 Topic',
        'heading2 Topic',
        'heading2 Topic',
        'heading1 Topic',
      ],
    ]);
    const large = (text: string) =>
      read(line(text, 500, { size: 20 }), plain(300), plain(288), plain(276), plain(264))[0];
    expect(large('12')).toBe('paragraph 12');
    expect(large('Costs … 12')).toBe('paragraph Costs … 12');
    expect(large('w'.repeat(160))).toMatch(/^heading1/);
    expect(large('w'.repeat(161))).toMatch(/^paragraph/);
    const lines = (count: number) =>
      Array.from({ length: count }, (_none, at) => line('Large', 500 - 20 * at, { size: 20 }));
    expect(read(...lines(3), plain(300), plain(288), plain(276))[0]).toBe('heading1 Large Large Large');
    expect(read(...lines(4), plain(300), plain(288), plain(276))[0]).toBe(
      'paragraph Large Large Large Large',
    );
  });

  it('join lines until a gap, another size or a point of a list', () => {
    expect(read(plain(500), line('and on', 488), line('to the end', 476))).toHaveLength(1);
    expect(
      read(line('one', 500), line('two', 488), line('three', 476), line('four', 460), line('five', 444.3)),
    ).toEqual([...['paragraph one two three', 'paragraph four', 'paragraph five']]);
    expect(read(line('one', 500), line('two', 488), line('three', 470), line('four', 452))).toEqual([
      ...['paragraph one two', 'paragraph three', 'paragraph four'],
    ]);
    expect(read(line('one', 500), line('two', 490, { size: 9 }), line('three', 480, { size: 8 }))).toEqual([
      ...['paragraph one two', 'paragraph three'],
    ]);
    expect(
      read(
        line('Points', 500),
        line('• one', 488),
        line('• two', 476),
        line('1) three', 464),
        line('1999 four', 452),
      ),
    ).toEqual([...['paragraph Points', 'list • one', 'list • two', 'paragraph 1) three 1999 four']]);
    expect(read(line('It ends.', 400), line('Next column', 500))).toEqual([
      ...['paragraph It ends.', 'paragraph Next column'],
    ]);
    expect(read(line('It goes', 400), line('on there', 500))).toEqual(['paragraph It goes on there']);
  });

  it('join words that were split at the end of a line, and Chinese without spaces', () => {
    expect(read(line('the secre-', 500), line('tary', 488), line('of A-', 476), line('B', 464))).toEqual([
      'paragraph the secretary of A- B',
    ]);
    expect(read(line('中文', 500), line('文字', 488), line('end', 476))).toEqual(['paragraph 中文文字 end']);
  });

  it('leave out numbers of pages and what three pages before had in the same margin', () => {
    const reader = new PageReader();
    const texts = (number: number, foot: PdfLine[] = []) => {
      const lines = [
        line('ACME internal', 790),
        line(`Text ${number} of it.`, 500),
        line('More.', 488),
        line('Last.', 476),
        line(`Report | ${number}`, 20),
        ...foot,
      ];
      reader.learn(page(...lines));
      return reader.read(page(...lines), number).map(({ text }) => text);
    };
    const number = (text: string, y = 10) => [line(text, y)];
    expect(texts(1, number('Page 1 of 9'))).toEqual([
      'ACME internal',
      'Text 1 of it. More. Last.',
      'Report | 1',
    ]);
    expect(texts(2, number('- 2 -'))).toEqual(['ACME internal', 'Text 2 of it. More. Last.', 'Report | 2']);
    expect(texts(3, number('3'))).toEqual(['ACME internal', 'Text 3 of it. More. Last.', 'Report | 3']);
    expect(texts(4, number('Seite 4'))).toEqual(['Text 4 of it. More. Last.']);
    expect(read(line('12', 790), plain(500), line('12', 490))).toEqual([
      'paragraph The text of the page goes on for a while here. 12',
    ]);
    expect(read(line('Page 3', 790), plain(500))).toEqual([
      'paragraph Page 3 The text of the page goes on for a while here.',
    ]);
    const parts = [{ lines: [line('7', 790)] }, { lines: [line('Below.', 500)] }];
    const parted = new PageReader();
    parted.learn({ parts, comments: [], top: 800, bottom: 0 });
    expect(parted.read({ parts, comments: [], top: 800, bottom: 0 }, 1).map(({ text }) => text)).toEqual([
      'Below.',
    ]);
    expect(read(line('7', 790))).toEqual(['paragraph 7']);
    expect(read(line('7', 790, { size: 30 }), plain(500))[0]).toBe('paragraph 7');
  });

  it('have pictures where they stand among the lines', () => {
    const reader = new PageReader();
    const lines = [line('One', 500), line('two', 488), line('three', 476)];
    reader.learn(page(...lines));
    const picture = (top: number) => ({ top, block: { kind: 'paragraph' as const, text: `picture ${top}` } });
    expect(
      reader.read(page(...lines), 1, [picture(100), picture(480), picture(600)]).map(({ text }) => text),
    ).toEqual([...['picture 600', 'One two', 'picture 480', 'three', 'picture 100']]);
  });
});
