import { describe, expect, it } from 'vitest';
import { selectQuote } from './select-quote.ts';

const chunk =
  'Our company was founded in 1987. The office is in Ghent. Employees receive 25 days of paid holiday each year. ' +
  'Unused holiday expires in March. Lunch is free on Fridays.';

describe('selectQuote', () => {
  it('takes the sentence that answers, with exact offsets', () => {
    const { quote, start, end } = selectQuote('Where is the office?', chunk);
    expect(quote).toBe('The office is in Ghent.');
    expect(chunk.slice(start, end)).toBe(quote);
  });

  it('takes the neighbour too when it also answers', () => {
    expect(selectQuote('paid holiday each year, unused holiday', chunk).quote).toBe(
      'Employees receive 25 days of paid holiday each year. Unused holiday expires in March.',
    );
  });

  it('follows the sentence of the answer more than the question', () => {
    const quote = selectQuote(
      'Tell me about the holiday',
      chunk,
      'What is left over expires in March.',
    ).quote;
    expect(quote).toContain('Unused holiday expires in March.');
    expect(selectQuote('company', chunk, 'Lunch is free on Fridays.').quote).toBe(
      'Lunch is free on Fridays.',
    );
  });

  it('takes the row of a table that the answer speaks of, not the names of its columns', () => {
    const table = `Net sales: | Three Months 2022 | Three Months 2021
iPhone | $ 40,665 | $ 39,570
Mac | 7,382 | 8,235`;
    const quoteOf = (answer: string, text = table) => selectQuote('net sales 2022', text, answer).quote;
    expect(quoteOf('Net sales: Mac; Three Months 2022: 7,382')).toBe('Mac | 7,382 | 8,235');
    expect(quoteOf('The iPhone brought in $40,665 million.')).toBe('iPhone | $ 40,665 | $ 39,570');
    const sheet = 'Name: Mara Lind\nExtension: 4412\n\nName: Jonas Pohl\nExtension: 4420';
    expect(quoteOf('Name: Jonas Pohl; Extension: 4420', sheet)).toBe('Name: Jonas Pohl\nExtension: 4420');
  });

  it('begins at the beginning when nothing matches', () => {
    expect(selectQuote('zebra', chunk).start).toBe(0);
    expect(selectQuote('zebra', '')).toEqual({ quote: '', start: 0, end: 0 });
    expect(selectQuote('zebra', '   \n ')).toEqual({ quote: '', start: 0, end: 0 });
  });

  it('cuts a sentence that is too long near the words that match', () => {
    const long = `${'filler words go on '.repeat(60)}the secret code is 4711 ${'and so on and on '.repeat(40)}`;
    const { quote, start, end } = selectQuote('secret code', long);
    expect(quote).toContain('secret code');
    expect(quote.length).toBeLessThanOrEqual(300);
    expect(long.slice(start, end)).toBe(quote);
  });

  it('stays short and exact for text without spaces or sentences', () => {
    for (const text of ['x'.repeat(5000), '🙂'.repeat(2000), '東京都は日本の首都です。'.repeat(100)]) {
      const { quote, start, end } = selectQuote('東京', text);
      expect(quote.length).toBeGreaterThan(0);
      expect(quote.length).toBeLessThanOrEqual(300);
      expect(text.slice(start, end)).toBe(quote);
      expect(quote.isWellFormed()).toBe(true);
    }
  });
});
