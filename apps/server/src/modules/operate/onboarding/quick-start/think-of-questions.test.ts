import { expect, it } from 'vitest';
import { thinkOfQuestions } from './think-of-questions.ts';

const passage = (id: string, heading: string | null, text: string) => ({ id, heading, text });
const textsOf = (...passages: ReturnType<typeof passage>[]) =>
  thinkOfQuestions(passages, 'english').map(({ text }) => text);

it('asks for figures first, then headings that ask, headings with figures, and other headings', () => {
  expect(
    textsOf(
      passage('1', 'Company bicycles', 'Everybody may ride one.'),
      passage('2', '3.2 Annual leave:', 'There are 28 days.'),
      passage('3', 'How do I order?', 'By mail.'),
      passage(
        '4',
        null,
        'The shop on Mill Lane is open daily from 9 to 5. The warranty on frames is 10 years. The courier costs 12 euros.',
      ),
    ),
  ).toEqual([
    'What is the warranty on frames?',
    'How much does the courier cost?',
    'How do I order?',
    'What about annual leave?',
    'What about company bicycles?',
  ]);
});

it('keeps names as they are written, and leaves out what is no topic', () => {
  const long = 'A heading that goes on and on and on and on until nobody reads it';
  expect(
    textsOf(
      passage('1', 'VAT', 'x'),
      passage('2', long, 'x'),
      passage('3', '2.1', 'x'),
      passage('4', '', 'x'),
    ),
  ).toEqual(['What about VAT?']);
});

it('asks a question once, of every passage that it was made of', () => {
  const thought = thinkOfQuestions(
    [
      passage('1', 'Leave', 'One.'),
      passage('2', 'Leave', 'Two.'),
      passage('3', 'Handbook > Leave', 'Three.'),
    ],
    'english',
  );
  expect(thought).toEqual([{ text: 'What about leave?', passageIds: ['1', '2', '3'] }]);
});

it('asks in the language of the knowledge base', () => {
  const [question] = thinkOfQuestions([passage('1', 'Urlaub', '28 Tage')], 'german');
  expect(question?.text).toBe('Was ist mit Urlaub?');
});
