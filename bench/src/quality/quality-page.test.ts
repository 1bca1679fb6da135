import { describe, expect, it } from 'vitest';
import { replaceFigures } from './quality-page.ts';

const page = 'a\n<!-- one -->\n1\n<!-- /one -->\nb\n<!-- two -->\n2\n<!-- /two -->\n';

describe('replaceFigures', () => {
  it('replaces the figures that were measured and leaves all others', () => {
    expect(replaceFigures(page, 'two', '$& new')).toBe(
      'a\n<!-- one -->\n1\n<!-- /one -->\nb\n<!-- two -->\n\n$& new\n\n<!-- /two -->\n',
    );
  });

  it('throws where the page has no place for them', () => {
    expect(() => replaceFigures(page, 'three', '3')).toThrow('no place for figures named three');
  });
});
