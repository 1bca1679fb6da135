import { describe, expect, it } from 'vitest';
import { compressPassage } from './compress-passage.ts';

const passage =
  'Welcome to the handbook. It was printed in spring. Unused leave expires on 31 March of the next year. ' +
  'Leave can be moved once. The canteen opens at noon. Parking is free.';

describe('compressing a passage', () => {
  it('keeps the sentences that speak of the question, as an exact part of the passage', {
    tags: ['RETRIEVE-05'],
  }, () => {
    const { text, start, end } = compressPassage('When does unused leave expire?', passage);
    expect(text).toBe('Unused leave expires on 31 March of the next year. Leave can be moved once.');
    expect(passage.slice(start, end)).toBe(text);
  });

  it('keeps a passage whole that shares no word with the question', () => {
    expect(compressPassage('Urlaubsanspruch', passage)).toEqual({
      text: passage,
      start: 0,
      end: passage.length,
    });
    expect(compressPassage('leave', '')).toEqual({ text: '', start: 0, end: 0 });
  });

  it('gives up a far sentence rather than keep much that is beside the point', () => {
    const filler = 'Nothing of interest stands in this sentence. '.repeat(30);
    const text = `Leave lasts 25 days. ${filler}Leave.`;
    expect(compressPassage('How many days of leave?', text).text).toBe('Leave lasts 25 days.');
  });
});
