import { expect, it } from 'vitest';
import { suggestName } from './suggest-name.ts';

it('names what is made after its one file, in words', () => {
  expect(suggestName([{ name: 'annual_report-2025.pdf' }], 'Harbour Works')).toBe('Annual report 2025');
  expect(suggestName([{ name: 'Handbuch.v2.docx' }], 'Harbour Works')).toBe('Handbuch.v2');
});

it('names it after the company where there are several files, or no word to name it by', () => {
  expect(suggestName([{ name: 'a.pdf' }, { name: 'b.pdf' }], 'Harbour Works')).toBe('Harbour Works');
  expect(suggestName([{ name: '20250312.pdf' }], 'Harbour Works')).toBe('Harbour Works');
});
