import { expect, it } from 'vitest';
import { rerankByWords } from './rerank-by-words.ts';

const scores = (query: string, candidates: Parameters<typeof rerankByWords>[1]) =>
  Object.fromEntries(rerankByWords(query, candidates).map(({ id, score }) => [id, Number(score.toFixed(6))]));

/** Computed by hand from the weights: words 0.37, phrase 0.15, nearness 0.11, heading 0.07, earlier ranking 0.3. */
it('adds up the parts of a score', () => {
  expect(
    scores('quick fox', [
      { id: 'all', text: 'quick fox', heading: 'Quick fox', score: 2 },
      { id: 'apart', text: 'fox met one quick dog', score: 1 },
      { id: 'one', text: 'fox', score: 0 },
      { id: 'none', text: 'dog', heading: null, score: 0 },
    ]),
  ).toEqual({ all: 1, apart: 0.575, one: 0.165315, none: 0 });
});

it('gives a phrase the share of the question that it repeats, and none to a single word', () => {
  const plain = (text: string) => scores('red fox jumps', [{ id: 'a', text }])['a'];
  expect([plain('red fox jumps'), plain('red fox'), plain('fox red jumps'), plain('red')]).toEqual([
    ...[0.63, 0.346186, 0.48, 0.0771],
  ]);
  expect(scores('fox', [{ id: 'a', text: 'fox fox' }])).toEqual({ a: 0.37 });
});

it('keeps the order of equal candidates, and takes none', () => {
  const same = ['b', 'a', 'c'].map((id) => ({ id, text: 'fox' }));
  expect(rerankByWords('fox', same).map(({ id }) => id)).toEqual(['b', 'a', 'c']);
  expect(rerankByWords('fox', [])).toEqual([]);
  expect(scores('', [{ id: 'a', text: 'fox', score: 1 }])).toEqual({ a: 0 });
});
