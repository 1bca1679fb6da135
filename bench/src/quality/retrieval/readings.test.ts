import { describe, expect, it } from 'vitest';
import type { Collection, Question } from '../collections.ts';
import { readingsOf } from './readings.ts';

const questionOf = (id: string, source?: string): Question => ({
  id,
  text: id,
  relevant: new Set(['right']),
  ...(source && { source }),
});
const collection: Collection = {
  name: 'set',
  title: 'Set',
  language: 'english',
  documents: ['right', 'wrong', 'source'].map((name) => ({ name, text: name })),
  questions: [],
};
const measure = (questions: Question[], found: string[][]) =>
  readingsOf(collection, {
    questions,
    part: 'held out',
    runs: [
      {
        name: 'BM25',
        answers: found.map((each) => ({ found: each, relevant: new Set(['right']) })),
      },
    ],
  });

describe('readingsOf', () => {
  it('shows both readings of a set whose questions have sources, and the bound of the strict one', () => {
    const shown = measure(
      [questionOf('a', 'source'), questionOf('b', 'source')],
      [
        ['source', 'right'],
        ['wrong', 'right', 'source'],
      ],
    );
    const [strict = '', bound = '', left = ''] = shown.split('\n\n').filter((part) => !/^\d/.test(part));
    expect(strict).toContain('| BM25 | 1.000 (1.000–1.000) | 0.500 (0.500–0.500) |');
    expect(bound).toContain('MRR@10 can be 0.750 at best');
    expect(left).toContain('| BM25 | 1.000 (1.000–1.000) | 0.750 (');
  });

  it('shows one reading of other sets', () => {
    expect(measure([questionOf('a')], [['right']]).match(/\| BM25 \|/g)).toHaveLength(1);
  });
});
