import { describe, expect, it } from 'vitest';
import { extractSentences } from './extract-sentences.ts';

describe('an extractive summary', () => {
  it('takes sentences of the text, in their order, and none twice', () => {
    const filler = 'Something else is said here in passing. ';
    const text = `The reactor cools itself with water. ${filler.repeat(40)}Water for the reactor comes from the river.`;
    const summary = extractSentences(text);
    expect(summary.split('. ')[0]).toBe('The reactor cools itself with water');
    expect(summary.split('Something else').length).toBeLessThanOrEqual(2);
    expect(summary).toMatch(/river\.$/);
  });

  it('of a text without a sentence is its beginning', () => {
    expect(extractSentences('  Contents ')).toBe('Contents');
  });

  it('stays short for a long text', () => {
    const text = Array.from({ length: 2000 }, (_, at) => `Sentence ${at} tells of subject${at} at length.`);
    expect(extractSentences(text.join(' ')).length).toBeLessThanOrEqual(1300);
  });
});
