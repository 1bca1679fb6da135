import { describe, expect, it } from 'vitest';
import { previewInWords, surroundingsInWords } from './preview-words.ts';

const passage = (ordinal: number, tokens: number) => ({
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
  it('says how many passages there are and how long they are', { tags: ['CHUNK-03'] }, () => {
    const passages = [passage(0, 80), passage(1, 100)];
    expect(previewInWords({ passages, isWhole: true })).toBe(
      '2 passages of 80 to 100 tokens, 90 on average.',
    );
    expect(previewInWords({ passages: [passage(0, 1)], isWhole: false })).toBe(
      '1 passage of 1 token. This is the beginning of the text.',
    );
    expect(previewInWords({ passages: [], isWhole: true })).toBe('Nothing is left to be cut.');
  });

  it('names the surroundings of a passage', { tags: ['CHUNK-03'] }, () => {
    const parent = { first: 1, last: 3, tokens: 900 };
    expect(surroundingsInWords({ ...passage(2, 300), parent })).toBe(
      'Its parent: passages 2 to 4, 900 tokens.',
    );
    expect(surroundingsInWords(passage(2, 300))).toBe('Its parent is itself.');
  });
});
