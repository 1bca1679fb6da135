import { describe, expect, it } from 'vitest';
import { countTokens } from './count-tokens.ts';
import { type Span, splitBlock, splitPlain } from './split-text.ts';

const limits = { limit: 100, grain: 48 };
/** The spans of a text have to cover it without gaps. */
const covers = (text: string, spans: readonly Span[]) => {
  expect(spans.map(({ from, to }) => text.slice(from, to)).join('')).toBe(text);
  return spans.map(({ tokens }) => tokens);
};

describe('a text without spaces', () => {
  it.each([
    ['unknown words', Array.from({ length: 60 }, (_, at) => `zarbetuko${at}livo`).join('')],
    ['Chinese', '文字語言'.repeat(80)],
    ['emoji', '👩‍👩‍👧🙂'.repeat(60)],
    ['one letter', 'x'.repeat(900)],
  ])('of %s is split into spans of the grain at most', (_what, text) => {
    const tokens = covers(text, [...splitPlain(text, limits)]);
    expect(Math.max(...tokens)).toBeLessThanOrEqual(48);
    expect(tokens.length).toBeLessThanOrEqual(Math.ceil((4 * countTokens(text)) / 48));
  });
});

describe('a block', () => {
  it('of prose is split into its sentences, and of rows only where it is too long', () => {
    const text = 'One is here. Two is there.\nThree.';
    const parts = (kind: 'paragraph' | 'list', given = text, limit = 100) =>
      [...splitBlock({ kind, text: given }, { limit, grain: 4 })].map(({ from, to }) =>
        given.slice(from, to),
      );
    expect(parts('paragraph')).toEqual(['One is here. ', 'Two is there.\n', 'Three.']);
    expect(parts('list')).toEqual([text]);
    expect(parts('list', 'a b c\n\nd e f\ng', 5)).toEqual(['a b c\n\n', 'd e f\n', 'g']);
    expect(parts('list', 'a b c d e f g h\ni', 5)).toEqual([...['a b ', 'c d ', 'e f ', 'g h\n', 'i']]);
  });

  it('joins words up to the grain', () => {
    const text = 'a b c d e  f g';
    const parts = [...splitPlain(text, { limit: 100, grain: 4 })];
    expect(covers(text, parts)).toEqual([4, 4]);
  });
});
