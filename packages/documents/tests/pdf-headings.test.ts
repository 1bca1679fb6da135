import { describe, expect, it } from 'vitest';
import type { Block } from '../src/index.ts';
import { linesPdf } from './pdf-files.ts';
import { useReader } from './reader.ts';

const read = useReader();

const rest = [
  'The rest of the page is plain text, as most pages have it.',
  'It goes on for some lines, so that it is clear',
  'which font the text of the page has.',
];

/** Draws lines twelve points apart, and the rest of a page below them; a number is a gap in points. */
const page = async (...lines: readonly (string | { bold: string } | number)[]): Promise<Buffer> => {
  let y = 780;
  const drawn: { text: string; y: number; bold?: boolean }[] = [];
  for (const line of [...lines, 40, ...rest]) {
    if (typeof line === 'number') y -= line;
    else {
      drawn.push(typeof line === 'string' ? { text: line, y } : { text: line.bold, y, bold: true });
      y -= 12;
    }
  }
  return linesPdf(drawn);
};

const blocksOf = async (pdf: Buffer): Promise<Pick<Block, 'kind' | 'text'>[]> =>
  (await read('a.pdf', pdf)).blocks.slice(0, -1).map(({ kind, text }) => ({ kind, text }));
const heading = (text: string) => ({ kind: 'heading', text });
const paragraph = (text: string) => ({ kind: 'paragraph', text });

describe('headings of a PDF in the size of its text', () => {
  it('are short bold lines above text, also without a gap below them', async () => {
    const pdf = await page(
      { bold: 'iPhone' },
      'iPhone net sales rose by a tenth.',
      20,
      { bold: 'Liquidity and' },
      { bold: 'Capital Resources' },
      'Cash is enough.',
    );
    expect(await blocksOf(pdf)).toEqual([
      heading('iPhone'),
      paragraph('iPhone net sales rose by a tenth.'),
      heading('Liquidity and Capital Resources'),
      paragraph('Cash is enough.'),
    ]);
  });

  it('are two where a gap parts them', async () => {
    const pdf = await page({ bold: 'Note 5: Debt' }, 8, { bold: 'Term Debt' }, 'There is none.');
    expect(await blocksOf(pdf)).toEqual([
      heading('Note 5: Debt'),
      heading('Term Debt'),
      paragraph('There is none.'),
    ]);
  });

  it.each([
    ['a bold sentence', [{ bold: 'Please read this first.' }, 'Then go on.']],
    [
      'a bold line within a sentence',
      ['This report of the', { bold: 'Larkspur Company' }, 'is about bicycles.'],
    ],
    ['a bold unit', [{ bold: '(in millions)' }, 'The figures follow below.']],
    ['the bold name of a numbered table', [{ bold: 'Table 2 Sales by region' }, 'Sales grew in the north.']],
    [
      'a bold paragraph',
      ['One', 'Two', 'Three', 'Four', 'Five'].map((word) => ({ bold: `${word} is a word of it` })),
    ],
  ])('are not %s', async (_what, lines) => {
    const blocks = await blocksOf(await page(...lines));
    expect(blocks.filter(({ kind }) => kind === 'heading')).toEqual([]);
    expect(blocks.map(({ text }) => text).join(' ')).toBe(
      lines.map((line) => (typeof line === 'string' ? line : line.bold)).join(' '),
    );
  });
});
