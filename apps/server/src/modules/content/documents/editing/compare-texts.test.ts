import { describe, expect, it } from 'vitest';
import { compareTexts } from './compare-texts.ts';

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
