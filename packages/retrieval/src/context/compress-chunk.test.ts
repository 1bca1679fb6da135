import { describe, expect, it } from 'vitest';
import { compressChunk } from './compress-chunk.ts';

const chunk =
  'Welcome to the handbook. It was printed in spring. Unused leave expires on 31 March of the next year. ' +
  'Leave can be moved once. The canteen opens at noon. Parking is free.';

describe('compressing a chunk', () => {
  it('keeps the sentences that speak of the question, as an exact part of the chunk', {
    tags: ['RETRIEVE-05'],
  }, () => {
    const { text, start, end } = compressChunk('When does unused leave expire?', chunk);
    expect(text).toBe('Unused leave expires on 31 March of the next year. Leave can be moved once.');
    expect(chunk.slice(start, end)).toBe(text);
  });

  it('keeps a chunk whole that shares no word with the question', () => {
    expect(compressChunk('Urlaubsanspruch', chunk)).toEqual({
      text: chunk,
      start: 0,
      end: chunk.length,
    });
    expect(compressChunk('leave', '')).toEqual({ text: '', start: 0, end: 0 });
  });

  it('gives up a far sentence rather than keep much that is beside the point', () => {
    const filler = 'Nothing of interest stands in this sentence. '.repeat(30);
    const text = `Leave lasts 25 days. ${filler}Leave.`;
    expect(compressChunk('How many days of leave?', text).text).toBe('Leave lasts 25 days.');
  });
});
