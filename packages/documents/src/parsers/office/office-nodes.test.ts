import type { OfficeContentNode } from 'officeparser';
import { describe, expect, it } from 'vitest';
import { officeBlocks, slideCount } from './office-nodes.ts';

/** What officeparser reads of a document has more fields than blocks are made of. */
const node = (
  type: OfficeContentNode['type'],
  inside: string | readonly OfficeContentNode[] = [],
  more: object = {},
): OfficeContentNode =>
  (typeof inside === 'string'
    ? { type, text: inside, ...more }
    : { type, children: inside, ...more }) as OfficeContentNode;
const text = (words: string) => node('text', words);
const paragraph = (words: string, more: object = {}) => node('paragraph', [text(words)], more);
const item = (words: string, metadata: object) => node('list', [text(words)], { metadata });
const image = (attachmentName: string) => node('image', '', { metadata: { attachmentName } });
const blocks = (...nodes: readonly OfficeContentNode[]) =>
  [...officeBlocks(nodes)].map(({ kind, text: words, level, page, image: name }) =>
    [`${kind}${level ?? ''}`, page, name, words].filter((each) => each !== undefined).join(' '),
  );

describe('the blocks of an office document', () => {
  it('are its paragraphs, headings, code and tables, with the line breaks that were typed', () => {
    expect(
      blocks(
        node('heading', [text('Long\ntitle')], { metadata: { level: 2 } }),
        node('heading', [text('Top')]),
        node('paragraph', [
          text('one'),
          node('break'),
          text('two'),
          node('comment', 'no'),
          node('note', 'no'),
        ]),
        node('code', 'run'),
        node('table', [
          node('row', [node('cell', [paragraph('a'), paragraph('b')]), node('cell', 'c')]),
          node('text', 'between'),
          node('row', [node('cell', 'd'), node('text', 'beside'), node('cell', 'e')]),
        ]),
      ),
    ).toEqual([
      'heading2 Long title',
      'heading1 Top',
      'paragraph one\ntwo',
      'code run',
      'table a b | c\nd | e',
    ]);
  });

  it('leave out headers, footers, comments and loose notes, and are found inside of other nodes', () => {
    expect(
      blocks(
        node('header', 'head'),
        node('footer', 'foot'),
        node('comment', 'remark'),
        node('note', 'loose'),
        node('break'),
        node('row', [paragraph('inside')]),
      ),
    ).toEqual(['paragraph inside']);
  });

  it('join the items of a list, numbered and indented, until something else comes', () => {
    expect(
      blocks(
        item('one', { listType: 'ordered', itemIndex: 0 }),
        item('two', { listType: 'ordered', itemIndex: 1, indentation: 1 }),
        item('7) seven', { listType: 'ordered', itemIndex: 2 }),
        item('first', { listType: 'ordered' }),
        item('dot', { listType: 'unordered', indentation: 20 }),
        item('back', { indentation: -1 }),
        paragraph('after'),
        item('x'.repeat(2000), {}),
        item('last', {}),
      ),
    ).toEqual([
      `list 1. one\n  2. two\n7) seven\n1. first\n${' '.repeat(16)}- dot\n- back`,
      'paragraph after',
      `list - ${'x'.repeat(2000)}`,
      'list - last',
    ]);
  });

  it('have pictures behind the text in which they stand, and notes behind both', () => {
    const noted = (words: string) => ({ notes: [node('note', [paragraph(words)])] });
    expect(
      blocks(
        node('paragraph', [text('see'), image('a.png'), node('text', 'it', noted('Below the line.'))]),
        node('list', [text('listed')], noted('Of the item.')),
        node('list', [text('drawn'), image('b.png')]),
        item('next', {}),
        image('c.png'),
        paragraph('two', {
          notes: [
            node('note', ' 12 '),
            node('note', 'Plain.'),
            node('note', [paragraph('3'), paragraph('Own.')]),
          ],
        }),
      ),
    ).toEqual([
      'paragraph seeit',
      'paragraph a.png ',
      'paragraph Below the line.',
      'list - listed',
      'paragraph Of the item.',
      'list - drawn',
      'paragraph b.png ',
      'list - next',
      'paragraph ',
      'paragraph c.png ',
      'paragraph two',
      'paragraph Plain.',
      'paragraph Own.',
    ]);
  });

  it('of a slide have its number, and its first short line as its title', () => {
    const slide = (slideNumber: number, children: OfficeContentNode[], more: object = {}) =>
      node('slide', children, { metadata: { slideNumber }, ...more });
    const long = 'w'.repeat(121);
    const shown = (first: OfficeContentNode, ...more: OfficeContentNode[]) =>
      blocks(slide(3, [first, ...more]));
    expect(shown(paragraph(' '), paragraph('Title'), paragraph('Text.'))).toEqual([
      'heading1 3 Title',
      'paragraph 3 Text.',
    ]);
    expect(shown(paragraph('w'.repeat(120)))).toEqual([`heading1 3 ${'w'.repeat(120)}`]);
    expect(shown(paragraph(long))).toEqual([`paragraph 3 ${long}`]);
    expect(shown(paragraph('A sentence. '))).toEqual(['paragraph 3 A sentence. ']);
    expect(shown(image('a.png'), paragraph('Text'))).toEqual(['paragraph 3 a.png ', 'paragraph 3 Text']);
    expect(shown(paragraph('Kicker'), node('heading', [text('Title')]))).toEqual([
      ...['paragraph 3 Kicker', 'heading1 3 Title'],
    ]);
    expect(shown(item('point', {}))).toEqual(['list 3 - point']);
    expect(
      blocks(
        slide(2, [paragraph('Title', { notes: [node('note', 'Of the line.')] })], {
          notes: [node('note', [paragraph('Spoken.'), paragraph('2')])],
        }),
        slide(5, []),
        slide(4, []),
        node('slide', []),
      ),
    ).toEqual(['heading1 2 Title', 'paragraph 2 Of the line.', 'paragraph 2 Spoken.']);
    expect(slideCount([slide(2, []), slide(5, []), slide(4, []), paragraph('x')])).toBe(5);
    expect([slideCount([]), slideCount([node('slide', [])])]).toEqual([0, 1]);
  });
});
