import { expect, it } from 'vitest';
import { nameOfFiles } from './name-of-files.ts';

it('names what is made after its one file, in words', () => {
  expect(nameOfFiles([{ name: 'annual_report-2025.pdf' }], 'Harbour Works')).toBe('Annual report 2025');
  expect(nameOfFiles([{ name: 'Handbuch.v2.docx' }], 'Harbour Works')).toBe('Handbuch.v2');
});

it('names it after the company where there are several files, or no word to name it by', () => {
  expect(nameOfFiles([{ name: 'a.pdf' }, { name: 'b.pdf' }], 'Harbour Works')).toBe('Harbour Works');
  expect(nameOfFiles([{ name: '20250312.pdf' }], 'Harbour Works')).toBe('Harbour Works');
});
