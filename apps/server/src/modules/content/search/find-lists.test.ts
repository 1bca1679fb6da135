import { describe, expect, it } from 'vitest';
import { mergeHits, noStages, rank, type StageList } from './find-lists.ts';
import { positionAt } from './position-at.ts';

const bm25: StageList = {
  stage: 'bm25',
  weight: 0.5,
  hits: [
    { id: 'both', score: 0.6 },
    { id: 'words', score: 0.5 },
    { id: 'weak', score: 0.1 },
  ],
};
const vector: StageList = {
  stage: 'vector',
  weight: 0.5,
  hits: [
    { id: 'meaning', score: 0.9 },
    { id: 'both', score: 0.8 },
  ],
};
const all = { scoreThreshold: 0 };
const idsOf = (hits: readonly { id: string }[]) => hits.map(({ id }) => id);

describe('rank', () => {
  it('puts what both stages found first, and says what each stage gave', () => {
    const wide = { ...vector, hits: [...vector.hits, { id: 'far', score: 0.2 }] };
    const [first, ...rest] = rank([bm25, wide], all);
    expect(first).toMatchObject({ id: 'both', stages: { bm25: 0.6, vector: 0.8 } });
    expect(first?.stages.fused).toBe(first?.score);
    expect(idsOf(rest)).toEqual(['meaning', 'words', 'weak', 'far']);
  });

  it('keeps the best by words first where an embedding model hardly tells the chunks apart', () => {
    const alike = ['beside', 'the', 'point', 'both'].map((id, at) => ({ id, score: 0.84 - at / 100 }));
    expect(idsOf(rank([bm25, { ...vector, hits: alike }], all)).slice(0, 2)).toEqual(['both', 'words']);
  });

  it('keeps the best by meaning first where the question shares a word or two with other chunks', () => {
    const stray = { ...bm25, hits: [{ id: 'stray', score: 0.06 }] };
    const clear = { ...vector, hits: [...vector.hits, { id: 'stray', score: 0.3 }] };
    expect(idsOf(rank([stray, clear], all))).toEqual(['meaning', 'both', 'stray']);
  });

  it('keeps the scores of the one stage that ran', () => {
    expect(rank([bm25], all)[0]).toEqual({ id: 'both', score: 0.6, stages: { ...noStages, bm25: 0.6 } });
  });

  it('applies the threshold to each stage before they are fused', () => {
    expect(idsOf(rank([bm25, vector], { scoreThreshold: 0.55 }))).toEqual(['both', 'meaning']);
    expect(rank([bm25, vector], { scoreThreshold: 0.95 })).toEqual([]);
  });

  it('lets the weights of a hybrid search decide, and leaves a stage out that counts nothing', () => {
    const words = { ...bm25, weight: 0.9 };
    const meaning = { ...vector, weight: 0.1 };
    expect(idsOf(rank([words, meaning], all))).toEqual(['both', 'words', 'weak', 'meaning']);
    expect(idsOf(rank([{ ...bm25, weight: 0 }, vector], all))).toEqual(['meaning', 'both']);
  });

  it('lifts the chunks of a fitting summary only as far as it fits better than those that are cut off', () => {
    const summary: StageList = { stage: 'summary', weight: 0.5, hits: [{ id: 'words', score: 0.4 }] };
    expect(idsOf(rank([bm25, summary], all))[0]).toBe('words');
    expect(idsOf(rank([bm25, { ...summary, floor: 0.39 }], all))[0]).toBe('both');
  });

  it('takes the best score of a stage that was asked several questions', () => {
    const again = { ...bm25, hits: [{ id: 'weak', score: 0.7 }] };
    expect(rank([bm25, again], all).find(({ id }) => id === 'weak')?.stages.bm25).toBe(0.7);
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

describe('positionAt', () => {
  const positions = [
    { page: 4, second: null, start: 100 },
    { page: 5, second: null, start: 150 },
  ];
  it.each([
    [100, 4],
    [149, 4],
    [150, 5],
    [9999, 5],
    [0, 4],
  ])('finds offset %i on page %i', (offset, page) => expect(positionAt(positions, offset)).toEqual({ page }));

  it('knows the second of a recording, also the first', () =>
    expect(positionAt([{ page: null, second: 0, start: 0 }], 10)).toEqual({ second: 0 }));

  it('returns no position for a document without positions', () => expect(positionAt([], 10)).toEqual({}));
});
