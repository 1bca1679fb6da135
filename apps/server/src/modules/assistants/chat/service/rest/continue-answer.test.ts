import type { Citation } from '@atelier/contracts/assistants/chat/chat';
import { describe, expect, it } from 'vitest';
import { joined } from './continue-answer.ts';

const citation = (index: number, markAt?: number) =>
  ({ index, documentName: `${index}.md`, ...(markAt === undefined ? {} : { markAt }) }) as Citation;

describe('the rest of an answer', () => {
  it('follows after an empty line, and its numbers after those before it', () => {
    const before = { answer: 'Leave is 25 days [1][2].', citations: [citation(1, 17), citation(2, 20)] };
    const rest = {
      text: 'So [1], [12] and [1].',
      citations: [citation(1, 3), citation(12, 8), citation(1, 17)],
      microCredits: 0,
    };
    const { answer, citations } = joined(before, rest);
    expect(answer).toBe('Leave is 25 days [1][2].\n\nSo [3], [14] and [3].');
    expect(citations.map(({ index, markAt }) => [index, markAt])).toEqual([
      [1, 17],
      [2, 20],
      [3, 29],
      [14, 34],
      [3, 43],
    ]);
  });

  it('keeps the places of its markers where a longer number moves what follows', () => {
    const before = { answer: 'Text [9].', citations: [citation(9, 5)] };
    const rest = { text: '[1] and [2]', citations: [citation(1, 0), citation(2, 8)], microCredits: 0 };
    const { answer, citations } = joined(before, rest);
    expect(answer).toBe('Text [9].\n\n[10] and [11]');
    expect(citations.map(({ markAt }) => answer.slice(markAt ?? 0, (markAt ?? 0) + 4)).slice(1)).toEqual([
      '[10]',
      '[11]',
    ]);
  });

  it('is the whole answer where nothing was written before it', () => {
    const rest = { text: 'Yes [1].', citations: [citation(1)], microCredits: 0 };
    expect(joined({ answer: '', citations: [] }, rest)).toEqual({
      answer: 'Yes [1].',
      citations: [{ index: 1, documentName: '1.md' }],
    });
  });
});
