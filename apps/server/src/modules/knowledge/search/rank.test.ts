import { describe, expect, it } from 'vitest';
import { pageAt } from './page-at.ts';
import { mergeHits, rank } from './rank.ts';

const found = {
  bm25: [
    { id: 'both', score: 0.6 },
    { id: 'words', score: 0.5 },
    { id: 'weak', score: 0.1 },
  ],
  vector: [
    { id: 'meaning', score: 0.9 },
    { id: 'both', score: 0.8 },
  ],
};
const all = { topK: 10, scoreThreshold: 0 };

describe('rank', () => {
  it('puts what both stages found first, and says what each stage gave', () => {
    const [first, ...rest] = rank('HYBRID', found, all);
    expect(first).toMatchObject({ id: 'both', stages: { bm25: 0.6, vector: 0.8 } });
    expect(first?.stages.fused).toBe(first?.score);
    expect(rest.map(({ id }) => id)).toEqual(['meaning', 'words', 'weak']);
  });

  it('keeps the scores of the one stage that ran', () => {
    expect(rank('BM25', { ...found, vector: [] }, all)[0]).toEqual({
      id: 'both',
      score: 0.6,
      stages: { bm25: 0.6, vector: null, fused: null },
    });
  });

  it('applies the threshold to each stage before they are fused', () => {
    expect(rank('HYBRID', found, { ...all, scoreThreshold: 0.55 }).map(({ id }) => id)).toEqual([
      'both',
      'meaning',
    ]);
    expect(rank('HYBRID', found, { ...all, scoreThreshold: 0.95 })).toEqual([]);
  });

  it('keeps to topK', () => {
    expect(rank('HYBRID', found, { ...all, topK: 2 })).toHaveLength(2);
  });

  it('merges the hits of several indexes by score, the same way each time', () => {
    const merged = mergeHits([
      [{ id: 'b', score: 0.5 }],
      [
        { id: 'a', score: 0.5 },
        { id: 'c', score: 0.7 },
      ],
    ]);
    expect(merged.map(({ id }) => id)).toEqual(['c', 'a', 'b']);
  });
});

describe('pageAt', () => {
  const pages = [
    { page: 4, start: 100 },
    { page: 5, start: 150 },
  ];
  it.each([
    [100, 4],
    [149, 4],
    [150, 5],
    [9999, 5],
    [0, 4],
  ])('finds offset %i on page %i', (offset, page) => expect(pageAt(pages, offset)).toBe(page));

  it('knows no page of a document without pages', () => expect(pageAt([], 10)).toBeUndefined());
});
