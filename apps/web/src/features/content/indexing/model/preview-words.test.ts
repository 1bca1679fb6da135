import { describe, expect, it } from 'vitest';
import { previewInWords, surroundingsInWords } from './preview-words.ts';

const chunk = (ordinal: number, tokens: number) => ({
  ordinal,
  text: 'x',
  tokens,
  page: null,
  second: null,
  heading: null,
  start: 0,
  end: 1,
  repeated: 0,
  parent: { first: ordinal, last: ordinal, tokens },
});

describe('the words of a preview', () => {
  it('says how many chunks there are and how long they are', { tags: ['CHUNK-03'] }, () => {
    const chunks = [chunk(0, 80), chunk(1, 100)];
    expect(previewInWords({ chunks, isWhole: true })).toBe('2 chunks of 80 to 100 tokens, 90 on average.');
    expect(previewInWords({ chunks: [chunk(0, 1)], isWhole: false })).toBe(
      '1 chunk of 1 token. This is the beginning of the text.',
    );
    expect(previewInWords({ chunks: [], isWhole: true })).toBe('Nothing is left to be cut.');
  });

  it('names the surroundings of a chunk', { tags: ['CHUNK-03'] }, () => {
    const parent = { first: 1, last: 3, tokens: 900 };
    expect(surroundingsInWords({ ...chunk(2, 300), parent })).toBe('Its parent: chunks 2 to 4, 900 tokens.');
    expect(surroundingsInWords(chunk(2, 300))).toBe('Its parent is itself.');
  });
});
