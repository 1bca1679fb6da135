import { expect, it } from 'vitest';
import { nameOfStart } from './name-of-start.ts';

it('names what is made after its one file, in words', () => {
  expect(nameOfStart([{ name: 'annual_report-2025.pdf' }], 'Harbour Works')).toBe('Annual report 2025');
  expect(nameOfStart([{ name: 'Handbuch.v2.docx' }], 'Harbour Works')).toBe('Handbuch.v2');
});

it('names it after the company where there are several files, or no word to name it by', () => {
  expect(nameOfStart([{ name: 'a.pdf' }, { name: 'b.pdf' }], 'Harbour Works')).toBe('Harbour Works');
  expect(nameOfStart([{ name: '20250312.pdf' }], 'Harbour Works')).toBe('Harbour Works');
});
