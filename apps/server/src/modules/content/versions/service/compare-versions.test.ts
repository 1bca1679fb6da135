import type { RetrievalResult } from '@atelier/contracts/content/retrieval/retrieval-shapes';
import { describe, expect, it } from 'vitest';
import { compareFindings, computeScore, judge } from './compare-versions.ts';

const result = (importId: string, text: string) =>
  ({ document: { knowledgeBaseImportId: importId, name: importId }, text }) as unknown as RetrievalResult;
const chunk = (importId: string, text: string) => ({
  knowledgeBaseImportId: importId,
  documentName: importId,
  text,
});

describe('the comparison of two indexes', () => {
  const results = [result('a', 'One.'), result('b', 'Two.'), result('a', 'Three.')];

  it.each([
    ['the first', [chunk('a', 'One.')], { rank: 1, found: 1 }],
    ['the second and one that is missing', [chunk('b', 'Two.'), chunk('b', 'Nine.')], { rank: 2, found: 1 }],
    ['two', [chunk('a', 'Three.'), chunk('b', 'Two.')], { rank: 2, found: 2 }],
    ['none', [chunk('c', 'Nine.')], { rank: null, found: 0 }],
  ])('finds where a search has the expected chunks: %s', (_title, expected, finding) => {
    expect(judge(results, { expected })).toEqual(finding);
  });

  it.each([
    [{ rank: 1, found: 1 }, { rank: 3, found: 2 }, 'BETTER'],
    [{ rank: 1, found: 2 }, { rank: 1, found: 1 }, 'WORSE'],
    [{ rank: 2, found: 1 }, { rank: 1, found: 1 }, 'BETTER'],
    [{ rank: 1, found: 1 }, { rank: 2, found: 1 }, 'WORSE'],
    [{ rank: 2, found: 1 }, { rank: 2, found: 1 }, 'SAME'],
    [{ rank: null, found: 0 }, { rank: null, found: 0 }, 'SAME'],
    [{ rank: null, found: 0 }, { rank: 9, found: 1 }, 'BETTER'],
  ] as const)('calls %j and then %j %s', (active, candidate, difference) => {
    expect(compareFindings(active, candidate)).toBe(difference);
  });

  it('gives the share of the chunks that were found, and the mean of the reciprocal ranks', () => {
    const questions = [
      { expected: 2, rank: 1, found: 1 },
      { expected: 1, rank: 4, found: 1 },
      { expected: 1, rank: null, found: 0 },
      { expected: 4, rank: 2, found: 4 },
    ];
    expect(computeScore(questions, ({ rank, found }) => ({ rank, found }))).toEqual({
      recall: 0.625,
      mrr: 0.4375,
    });
  });
});
