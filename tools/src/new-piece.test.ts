import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesOfPiece } from './new-piece/piece-files.ts';

const list = readFileSync(join(import.meta.dirname, '../../packages/pieces/src/all-pieces.ts'), 'utf8');

describe('npm run new:piece', () => {
  it('writes a piece and its test, and adds it to the list', () => {
    const files = filesOfPiece('google-sheets', list);
    expect(Object.keys(files)).toEqual([
      'pieces/google-sheets/google-sheets.ts',
      'pieces/google-sheets/google-sheets.test.ts',
      'all-pieces.ts',
    ]);
    expect(files['pieces/google-sheets/google-sheets.ts']).toContain('export const googleSheets: Piece');
    const woven = files['all-pieces.ts'] ?? '';
    expect(woven).toContain("import { googleSheets } from './pieces/google-sheets/google-sheets.ts';");
    expect(woven).toMatch(/\n {2}googleSheets,\n\];/);
    expect(woven.length - list.length).toBe(
      "\nimport { googleSheets } from './pieces/google-sheets/google-sheets.ts';".length +
        '\n  googleSheets,'.length,
    );
  });

  it('refuses names that are taken or not in kebab-case', () => {
    expect(() => filesOfPiece('webhook', list)).toThrow('There is a piece webhook already.');
    for (const name of ['', 'Sheets', 'a_b', '../a', 'a--b'])
      expect(() => filesOfPiece(name, list)).toThrow('small letters');
  });
});
