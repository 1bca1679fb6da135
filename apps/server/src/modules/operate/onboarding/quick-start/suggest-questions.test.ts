import { expect, it } from 'vitest';
import { thinkOfQuestions } from './suggest-questions.ts';

const chunk = (id: string, heading: string | null, text: string, page: number | null = null) => ({
  id,
  heading,
  text,
  page,
});
const textsOf = (...chunks: ReturnType<typeof chunk>[]) =>
  thinkOfQuestions(chunks, 'english').map(({ text }) => text);

it('asks about sentences with numbers first, then headings that ask, headings with numbers, and other headings', () => {
  expect(
    textsOf(
      chunk('1', 'Company bicycles', 'Everybody may ride one.'),
      chunk('2', '3.2 Annual leave:', 'There are 28 days.'),
      chunk('3', 'How do I order?', 'By mail.'),
      chunk(
        '4',
        null,
        'The shop on Mill Lane is open daily from 9 to 5. The warranty on frames is 10 years. The courier costs 12 euros.',
      ),
    ),
  ).toEqual([
    'What is the warranty on frames?',
    'How much does the courier cost?',
    'How do I order?',
    'What should I know about annual leave?',
    'What should I know about company bicycles?',
  ]);
});

it('keeps names as they are written, and skips headings that are no topic', () => {
  const long = 'A heading that goes on and on and on and on until nobody reads it';
  expect(
    textsOf(chunk('1', 'VAT', 'x'), chunk('2', long, 'x'), chunk('3', '2.1', 'x'), chunk('4', '', 'x')),
  ).toEqual(['What should I know about VAT?']);
});

it('asks last about the headings of a first page or of many pages, and about words in capitals', () => {
  const report = [
    chunk('1', 'Larkspur Bicycles', 'Report of 2026', 1),
    chunk('2', 'STATEMENTS OF OPERATIONS (Unaudited)', 'Form 10', 2),
    ...[2, 3, 4].map((page) => chunk(`3.${page}`, 'Continued', '1 2 3', page)),
    chunk('4', 'Basis of Presentation', 'There is one.', 4),
    chunk('5', 'Debt', 'There is none.', 4),
  ];
  expect(textsOf(...report)).toEqual([
    'What should I know about Basis of Presentation?',
    'What should I know about debt?',
    'What should I know about Larkspur Bicycles?',
    'What should I know about STATEMENTS OF OPERATIONS (Unaudited)?',
    'What should I know about continued?',
  ]);
});

it('merges equal questions, with every chunk that they were made from', () => {
  const thought = thinkOfQuestions(
    [chunk('1', 'Leave', 'One.'), chunk('2', 'Leave', 'Two.'), chunk('3', 'Handbook > Leave', 'Three.')],
    'english',
  );
  expect(thought).toEqual([{ text: 'What should I know about leave?', chunkIds: ['1', '2', '3'] }]);
});

it('asks in the language of the knowledge base', () => {
  const [question] = thinkOfQuestions([chunk('1', 'Urlaub', '28 Tage')], 'german');
  expect(question?.text).toBe('Was sollte ich über „Urlaub“ wissen?');
});

it('asks what is measured, and nothing about text in another language', () => {
  expect(
    textsOf(
      chunk('1', null, 'The battery of the lamp is 2600 mAh. The price of the lamp is 89 euros.'),
      chunk('2', 'Häufige Fragen', 'Die Lampe kann innerhalb von 30 Tagen zurückgegeben werden.'),
    ),
  ).toEqual(['What is the price of the lamp?']);
});
