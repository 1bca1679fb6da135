import { describe, expect, it } from 'vitest';
import { buildContext } from './build-context.ts';

const words = (text: string) => text.split(/\s+/).filter(Boolean).length;
const hit = (id: string, text: string, span: { documentId?: string; start?: number; end?: number } = {}) => ({
  id,
  documentId: 'd1',
  text,
  ...span,
});

describe('buildContext', () => {
  it('takes chunks in order until the budget is full, and later ones that still fit', () => {
    const context = buildContext(
      [hit('a', 'one two three'), hit('b', 'four five six'), hit('c', 'seven')],
      4,
      words,
    );
    expect(context.chunks.map(({ index, hit: { id }, tokens }) => [index, id, tokens])).toEqual([
      [1, 'a', 3],
      [2, 'c', 1],
    ]);
    expect(context.tokens).toBe(4);
    expect(context.leftOut).toEqual([{ id: 'b', reason: 'budget' }]);
  });

  it('leaves out what overlaps a better chunk of the same document', () => {
    const context = buildContext(
      [
        hit('a', 'alpha', { start: 0, end: 100 }),
        hit('half', 'beta', { start: 50, end: 150 }),
        hit('edge', 'gamma', { start: 90, end: 190 }),
        hit('other', 'delta', { start: 0, end: 100, documentId: 'd2' }),
        hit('copy', 'ALPHA ', { start: 500, end: 600, documentId: 'd3' }),
      ],
      100,
      words,
    );
    expect(context.chunks.map(({ hit: { id } }) => id)).toEqual(['a', 'edge', 'other']);
    expect(context.leftOut).toEqual([
      { id: 'half', reason: 'duplicate' },
      { id: 'copy', reason: 'duplicate' },
    ]);
  });

  it('recognises a contained chunk without spans', () => {
    const context = buildContext([hit('a', 'one two three'), hit('b', 'two  three')], 100, words);
    expect(context.chunks).toHaveLength(1);
  });

  it('cuts the best chunk at a sentence when it is larger than the budget', () => {
    const context = buildContext([hit('a', 'One two. Three four. Five six.')], 5, words);
    expect(context.chunks[0]).toMatchObject({ index: 1, text: 'One two. Three four.', tokens: 4 });
    expect(buildContext([hit('a', 'One two three.')], 2, words).chunks).toEqual([]);
  });

  it('tells overlaps at their edge: half of the shorter chunk, and touching none', () => {
    const left = (...spans: [number, number][]) =>
      buildContext(
        spans.map(([start, end], at) => hit(String(at), `text ${at}`, { start, end })),
        100,
        words,
      ).leftOut.map(({ id }) => id);
    expect(left([0, 100], [100, 200])).toEqual([]);
    expect(left([0, 100], [51, 151])).toEqual([]);
    expect(left([0, 100], [50, 150])).toEqual(['1']);
    expect(left([0, 100], [98, 100])).toEqual(['1']);
    expect(left([0, 100], [100, 100])).toEqual([]);
    expect(left([50, 60], [0, 100])).toEqual(['1']);
    expect(left([0, 1], [0, 0])).toEqual([]);
  });

  it('compares words where a span is unknown, in both directions and within a document only', () => {
    const kept = (...hits: ReturnType<typeof hit>[]) =>
      buildContext(hits, 100, words).chunks.map(({ hit: { id } }) => id);
    expect(kept(hit('a', 'two three'), hit('b', 'one two three'))).toEqual(['a']);
    expect(kept(hit('a', 'one two three'), hit('b', 'two three', { documentId: 'd2' }))).toEqual(['a', 'b']);
    expect(kept(hit('a', 'one'), hit('a', 'two'))).toEqual(['a']);
    expect(kept(hit('a', 'x', { start: 0, end: 9 }), hit('b', 'y', { start: 0 }))).toEqual(['a', 'b']);
  });

  it('cuts only the best chunk, and at the last sentence that fits', () => {
    const cut = (budget: number) =>
      buildContext(
        [hit('a', 'One two. Three four. Five six.'), hit('b', 'Seven. Eight nine.')],
        budget,
        words,
      );
    expect([1, 2, 3, 4, 5].map((budget) => cut(budget).chunks[0]?.text)).toEqual([
      ...['Seven.', 'One two.', 'One two.', 'One two. Three four.', 'One two. Three four.'],
    ]);
    expect(cut(7)).toMatchObject({
      tokens: 6,
      chunks: [{ tokens: 6 }],
      leftOut: [{ id: 'b', reason: 'budget' }],
    });
    expect(cut(9)).toMatchObject({ tokens: 9, leftOut: [] });
  });
});
