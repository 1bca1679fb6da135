import { expect, it } from 'vitest';
import { kindsInWords } from './accepted-files.ts';

it('names the kinds of files that the server reads, and no others', () => {
  expect(kindsInWords(['.pdf', '.docx', '.log', '.csv'])).toBe('PDF, Word, CSV');
  expect(kindsInWords(['.txt', '.mp3'])).toBe('text, audio');
  expect(kindsInWords([])).toBe('');
});
