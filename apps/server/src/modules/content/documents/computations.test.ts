import { describe, expect, it } from 'vitest';
import { compareTexts, extractSentences } from './computations.ts';

const after = (pieces: ReturnType<typeof compareTexts>) =>
  (pieces ?? [])
    .filter(({ kind }) => kind !== 'removed')
    .map(({ text }) => text)
    .join('');
const before = (pieces: ReturnType<typeof compareTexts>) =>
  (pieces ?? [])
    .filter(({ kind }) => kind !== 'added')
    .map(({ text }) => text)
    .join('');

describe('the comparison of two texts', () => {
  it('shows the words in which a line was changed', () => {
    const pieces = compareTexts('One line.\nTwo old words here.\n', 'One line.\nTwo new words here.\n');
    expect(pieces?.filter(({ kind }) => kind !== 'same')).toEqual([
      { kind: 'removed', text: 'old' },
      { kind: 'added', text: 'new' },
    ]);
  });

  it('loses nothing of either text', () => {
    const one = 'Alpha\n\nBeta gamma\nDelta\n';
    const other = 'Alpha!\nBeta gamma\n\nEpsilon zeta eta';
    const pieces = compareTexts(one, other);
    expect([before(pieces), after(pieces)]).toEqual([one, other]);
  });

  it('finds no difference in equal texts', () => {
    expect(compareTexts('The same.', 'The same.')).toEqual([{ kind: 'same', text: 'The same.' }]);
  });
});

describe('an extractive summary', () => {
  it('takes sentences of the text, in their order, and none twice', () => {
    const filler = 'Something else is said here in passing. ';
    const text = `The reactor cools itself with water. ${filler.repeat(40)}Water for the reactor comes from the river.`;
    const summary = extractSentences(text);
    expect(summary.split('. ')[0]).toBe('The reactor cools itself with water');
    expect(summary.split('Something else').length).toBeLessThanOrEqual(2);
    expect(summary).toMatch(/river\.$/);
  });

  it('of a text without a sentence is its beginning', () => {
    expect(extractSentences('  Contents ')).toBe('Contents');
  });

  it('stays short for a long text', () => {
    const text = Array.from({ length: 2000 }, (_, at) => `Sentence ${at} tells of subject${at} at length.`);
    expect(extractSentences(text.join(' ')).length).toBeLessThanOrEqual(1300);
  });
});
