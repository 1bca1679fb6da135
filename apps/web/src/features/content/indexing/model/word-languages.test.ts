import { describe, expect, it } from 'vitest';
import { wordLanguageFor } from './word-languages.ts';

describe('wordLanguageOf', () => {
  it.each([
    ['en-US', 'english'],
    ['de-CH', 'german'],
    ['pt-BR', 'portuguese'],
    ['nb-NO', 'norwegian'],
    ['ja', 'english'],
    ['x-klingon', 'english'],
  ])('takes %s for %s', (tag, language) => {
    expect(wordLanguageFor(tag)).toBe(language);
  });
});
