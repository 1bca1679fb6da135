import { describe, expect, it } from 'vitest';
import { htmlBlocks, readPage } from './html-blocks.ts';

const blocksOf = async (html: string) =>
  (await htmlBlocks(html)).map(({ kind, level, text }) => `${kind}${level ?? ''} ${text}`);

describe('the lists of a page', () => {
  it('have the numbers that a browser shows', async () => {
    const list = (attributes: string, ...items: readonly string[]) =>
      `<ol ${attributes}>${items.join('')}</ol>`;
    const li = '<li>x</li>';
    expect(await blocksOf(list('start="5"', li, li))).toEqual(['list 5. x\n6. x']);
    expect(await blocksOf(list('type="a"', li, '<li value="27">y</li>', li))).toEqual([
      'list a. x\naa. y\nbb. x',
    ]);
    expect(await blocksOf(list('type=I start=4', li, li))).toEqual(['list IV. x\nV. x']);
    expect(await blocksOf(list('reversed', li, li, li))).toEqual(['list 3. x\n2. x\n1. x']);
    expect(await blocksOf(list('start=-1 type=a', li, li, li))).toEqual(['list -1. x\n0. x\na. x']);
    expect(await blocksOf(list('start=many', li))).toEqual(['list 1. x']);
  });

  it('go on behind a table in one of their items', async () => {
    const table = '<table><tr><th>Name</th><th>Age</th></tr><tr><td>Bob</td><td>42</td></tr></table>';
    expect(await blocksOf(`<ol><li>Intro<div>${table}</div>more</li><li>Next</li></ol>`)).toEqual([
      'list 1. Intro more',
      'table Name | Age\nBob | 42',
      'list 2. Next',
    ]);
  });

  it('are indented within others, also without an item of their own', async () => {
    const html =
      '<ul><li>a<ol><li>b</li></ol></li><ul><li>c</li></ul><li hidden>d</li><li><p>e</p><div><ul><li>f</li></ul></div></li></ul>';
    expect(await blocksOf(html)).toEqual(['list - a\n  1. b\n  - c\n- e\n  - f']);
  });

  it('keep the cells of a table for layout apart', async () => {
    expect(
      await blocksOf('<ul><li><table><tr><td>one</td></tr><tr><td>two</td></tr></table></li></ul>'),
    ).toEqual(['list - one two']);
  });
});

describe('the content of a page', () => {
  it('has its side notes and the footers of its parts, but not the footer of the page', async () => {
    const html =
      '<main><p>Text</p><aside>Deadline is 5 May.</aside><footer>Author: Ann</footer></main><nav>Menu</nav><aside>Beside</aside><footer>Company</footer>';
    expect(await blocksOf(html)).toEqual([
      ...['paragraph Text', 'paragraph Deadline is 5 May.', 'paragraph Author: Ann', 'paragraph Beside'],
    ]);
    expect(await blocksOf('<footer>Company</footer>')).toEqual(['paragraph Company']);
    const { kept } = await readPage(html);
    expect([...kept].map(({ text }) => text)).toEqual(['Deadline is 5 May.', 'Author: Ann']);
  });

  it('has what pictures show in words, once and behind their paragraph', async () => {
    const picture = '<img alt="Chart of sales in 2024">';
    expect(await blocksOf(`<p>See ${picture}${picture}<img alt="logo"><img> here.</p><p>Next</p>`)).toEqual([
      ...['paragraph See here.', 'paragraph Chart of sales in 2024', 'paragraph Next'],
    ]);
  });

  it('has the caption of a table above it', async () => {
    const table =
      '<table><caption>Sales of <b>lamps</b></caption><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>';
    const { blocks, kept } = await readPage(table);
    expect(blocks[0]).toEqual({ kind: 'paragraph', text: 'Sales of lamps' });
    expect([...kept]).toEqual(blocks.slice(0, 1));
  });
});
