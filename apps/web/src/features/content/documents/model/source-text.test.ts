import { describe, expect, it } from 'vitest';
import { joinSections, makeExcerpt, rangeAfter, rangeBefore } from './source-text.ts';

const section = (ordinal: number, start: number, text: string) => ({
  ordinal,
  page: null,
  second: null,
  start,
  text,
});

describe('reading a source on', () => {
  const middle = { sections: [section(4, 100, 'abcdef')], sectionCount: 9 };

  it('continues behind the gap after the last section', () => {
    expect(rangeAfter(middle)).toEqual({ at: 108, sections: 4 });
  });

  it('goes back to the character before the first section', () => {
    expect(rangeBefore(middle)).toEqual({ at: 99, sections: 4 });
  });

  it('ends at both ends', () => {
    expect(rangeAfter({ ...middle, sectionCount: 5 })).toBeUndefined();
    expect(rangeBefore({ sections: [section(0, 0, 'abc')], sectionCount: 1 })).toBeUndefined();
    expect(rangeAfter({ sections: [], sectionCount: 0 })).toBeUndefined();
  });

  it('shows each section once and in order, however the readings overlap', () => {
    const later = { sections: [section(1, 5, 'b'), section(2, 8, 'c')], sectionCount: 3 };
    const earlier = { sections: [section(0, 0, 'a'), section(1, 5, 'b')], sectionCount: 3 };
    expect(joinSections([later, earlier]).map((each) => each.text)).toEqual(['a', 'b', 'c']);
  });
});

describe('the excerpt of a chunk', () => {
  const long = `${'before '.repeat(60)}the answer is here${' after'.repeat(100)}`;

  it('marks the quote and leaves out what is far from it, at words', () => {
    const { pieces, isCut } = makeExcerpt(long, 'the answer is here', false);
    expect(pieces.find((piece) => piece.isMarked)?.text).toBe('the answer is here');
    expect(pieces[0]?.text).toMatch(/^before/);
    expect(pieces.at(-1)?.text).toMatch(/after$/);
    expect(isCut).toBe(true);
  });

  it('is the whole chunk when asked for', () => {
    const { pieces, isCut } = makeExcerpt(long, 'the answer is here', true);
    expect(pieces.map((piece) => piece.text).join('')).toBe(long);
    expect(isCut).toBe(false);
  });

  it('has no blank lines, not in the quote either', () => {
    const { pieces } = makeExcerpt('Hotels\n\n150 euros\n \nTrains', 'Hotels\n\n150 euros', true);
    expect(pieces).toEqual([
      { start: 0, text: 'Hotels\n150 euros', isMarked: true },
      { start: 16, text: '\nTrains', isMarked: false },
    ]);
  });

  it('is unmarked when the quote is not in the text', () => {
    expect(makeExcerpt('short', 'elsewhere', false)).toEqual({
      pieces: [{ start: 0, text: 'short', isMarked: false }],
      isCut: false,
    });
  });
});
