import { describe, expect, it } from 'vitest';
import type { Block } from '../block.ts';
import { createRunningLines } from './running-lines.ts';

const block = (page: number, text: string, kind: Block['kind'] = 'paragraph'): Block => ({
  kind,
  text,
  page,
});
/** Returns the texts that are given back, those that come with the last block or later after a bar. */
const read = (blocks: readonly Block[]): string[] => {
  const lines = createRunningLines();
  return [...blocks.flatMap((each) => lines.push(each)), ...lines.flush()].map(({ text }) => text);
};
const pages = (count: number, make: (page: number) => Block[]) =>
  Array.from({ length: count }, (_none, at) => make(at + 1)).flat();

describe('lines that are repeated on pages', () => {
  it('are left out at the top and at the bottom of three pages, whatever number they have', () => {
    const texts = (count: number) =>
      read(
        pages(count, (page) => [
          ...[block(page, `Report, page ${page}`, 'heading'), block(page, `Text of ${'x'.repeat(page)}`)],
          block(page, `Last\n  ACME ${page}  `),
        ]),
      );
    expect(texts(2)).toHaveLength(6);
    expect(texts(3)).toEqual(['Text of x', 'Text of xx', 'Text of xxx']);
    expect(read(pages(3, (page) => [block(page, `ACME\n${'x'.repeat(page)}\nFoot`)]))).toEqual([
      'x',
      'xx',
      'xxx',
    ]);
  });

  it('stay in the middle of a page, in tables, and where they are long or within a text', () => {
    const middle = pages(4, (page) => [
      ...['a', 'b', 'same', 'c', 'd'].map((text) =>
        block(page, text === 'same' ? text : text + 'x'.repeat(page)),
      ),
    ]);
    expect(read(middle)).toHaveLength(20);
    expect(read(pages(4, (page) => [block(page, 'same', 'row')]))).toHaveLength(4);
    expect(read(pages(4, (page) => [block(page, 'w'.repeat(201))]))).toHaveLength(4);
    expect(read(pages(4, (page) => [block(page, 'w'.repeat(200))]))).toEqual([]);
    expect(read(pages(4, (page) => [block(page, `${'x'.repeat(page)}\nsame\n${'y'.repeat(page)}`)]))[3]).toBe(
      'xxxx\nsame\nyyyy',
    );
    const second = pages(3, (page) =>
      ['first', 'same', 'third'].map((text) => block(page, text === 'same' ? text : text + 'x'.repeat(page))),
    );
    expect(read(second)).toEqual(['firstx', 'thirdx', 'firstxx', 'thirdxx', 'firstxxx', 'thirdxxx']);
  });

  it('are known after six pages, which are given back one by one', () => {
    const lines = createRunningLines();
    const given = pages(8, (page) => [block(page, 'ACME'), block(page, 'x'.repeat(page))]).map((each) =>
      lines.push(each).map(({ text }) => text),
    );
    expect(given.slice(0, 12).flat()).toEqual([]);
    expect(given.slice(12)).toEqual([['x'], [], ['xx'], []]);
    expect(lines.flush().map(({ text }) => text)).toEqual([
      'xxx',
      'xxxx',
      'xxxxx',
      'xxxxxx',
      'x'.repeat(7),
      'x'.repeat(8),
    ]);
    expect(lines.flush()).toEqual([]);
  });

  it('are held back for 4,000 blocks at most, and pass with blocks without a page', () => {
    const lines = createRunningLines();
    const counts = Array.from(
      { length: 4002 },
      (_none, at) => lines.push(block(1, `row ${'x'.repeat(at % 7)}`, 'row')).length,
    );
    expect(counts.findIndex((count) => count > 0)).toBe(4000);
    expect([counts[4000], counts[4001]]).toEqual([4001, 0]);
    const loose: Block = { kind: 'paragraph', text: 'loose' };
    expect(lines.push(loose).map(({ text }) => text)).toEqual(['row xxxx', 'loose']);
  });
});
