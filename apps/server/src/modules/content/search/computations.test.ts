import { expect, it } from 'vitest';
import { selectParts } from './computations.ts';

it('quotes the sentence that answers a question, only from chunks whose quote is asked for', () => {
  const text = 'Cats sleep. Employees get thirty days of leave. Dogs bark.';
  const chunk = { text, isCompressed: false };
  const [quoted, unquoted] = selectParts({
    query: 'How many days of leave?',
    chunks: [
      { ...chunk, isQuoted: true },
      { ...chunk, isQuoted: false },
    ],
  });
  expect(text.slice(quoted?.quote.start, quoted?.quote.end)).toBe('Employees get thirty days of leave.');
  expect(unquoted?.quote).toEqual({ start: 0, end: 0 });
});
