import { describe, expect, it } from 'vitest';
import { findPiece } from './all-pieces.ts';
import { fitsVersion } from './fits-version.ts';

describe('the version of a piece', () => {
  it('fits exactly, within the minor version, or within the major version', () => {
    expect(fitsVersion('1.2.3', '1.2.3')).toBe(true);
    expect(fitsVersion('1.2.3', '1.2.4')).toBe(false);
    expect(fitsVersion('~1.2.3', '1.2.9')).toBe(true);
    expect(fitsVersion('~1.2.3', '1.2.2')).toBe(false);
    expect(fitsVersion('~1.2.3', '1.3.0')).toBe(false);
    expect(fitsVersion('^1.2.3', '1.3.0')).toBe(true);
    expect(fitsVersion('^1.2.3', '2.0.0')).toBe(false);
    expect(fitsVersion('^0.2.3', '0.3.0')).toBe(false);
    for (const wrong of ['', 'latest', '*', '1.2', '~~1.2.3'])
      expect(fitsVersion(wrong, '1.2.3')).toBe(false);
  });

  it('of input is ~0.0.1', { tags: ['PIECE-01'] }, () => {
    expect(fitsVersion('~0.0.1', findPiece('input')?.version ?? '')).toBe(true);
  });

  it('of utilities is ~0.2.14', { tags: ['PIECE-02'] }, () => {
    expect(fitsVersion('~0.2.14', findPiece('utilities')?.version ?? '')).toBe(true);
  });
});
