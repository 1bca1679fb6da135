import { beforeAll, describe, expect, it } from 'vitest';
import { escapeMarkdown, loadEntities, unescapeMarkdown } from './markdown-marks.ts';

beforeAll(loadEntities);

/** Texts of the characters that mean something, drawn by a generator that always gives the same. */
const drawTexts = (count: number): string[] => {
  const parts = ['\\', '\\', '_', '*', '&', 'amp;', '&#42;', '`', '$', '[', ']', 'a', ' ', '\n', '"', '|'];
  let state = 7;
  const draw = (below: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  return Array.from({ length: count }, () =>
    Array.from({ length: 1 + draw(12) }, () => parts[draw(parts.length)]).join(''),
  );
};

describe('marks of Markdown', () => {
  it('stand for characters, but not in code and formulas', () => {
    expect(unescapeMarkdown('1\\. a\\_b &amp; `c\\_d &lt;` $e\\_f$ C:\\\\_temp \\[x\\]')).toBe(
      '1. a_b & `c\\_d &lt;` $e\\_f$ C:\\_temp \\[x\\]',
    );
  });

  it('are written so that any text is read as it was', () => {
    const texts = drawTexts(20_000);
    const changed = texts.filter((text) => unescapeMarkdown(escapeMarkdown(text)) !== text);
    expect(changed).toEqual([]);
    expect(texts.filter((text) => unescapeMarkdown(text) !== text).length).toBeGreaterThan(5000);
  });
});
