import { describe, expect, it } from 'vitest';
import { noStages } from '../../../../../tests/search-stages.ts';
import { whyFound } from './why-words.ts';

describe('why a passage was found', () => {
  it('names each search that found it, with its score', () => {
    expect(whyFound({ score: 0.98765, stages: { ...noStages, bm25: 4.2134, vector: 0.71 } })).toBe(
      'Found because it has words of the question (BM25 4.21), and its meaning is close (similarity 0.71). Score: 0.988.',
    );
  });

  it('is only the score where no search is known', () => {
    expect(whyFound({ score: 0.5, stages: noStages })).toBe('Found with a score of 0.5.');
  });
});
