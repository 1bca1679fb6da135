import { expect, it } from 'vitest';
import { coreQuestion } from './core-question.ts';

const preamble =
  'I started here in May and have been reading through all the reports of the last years, which took me several evenings. My manager asked me to prepare a short note on one of our products, and I would like to be sure of the figures in it.';

it('leaves a short question as it is', () => {
  for (const question of ['How long is leave?', 'net sales 2022', 'Is a < b and c > d?'])
    expect(coreQuestion(question)).toBe(question);
});

it('leaves out a greeting', () => {
  expect(coreQuestion('Hello team, how long is leave?')).toBe('how long is leave?');
  expect(coreQuestion('Guten Tag! Wie lang ist der Urlaub?')).toBe('Wie lang ist der Urlaub?');
  expect(coreQuestion('Здравствуйте! Какой срок?')).toBe('Какой срок?');
  expect(coreQuestion('Hello!')).toBe('Hello!');
});

it('takes the sentences that ask out of a long message', () => {
  expect(
    coreQuestion(`Hello everyone, ${preamble} What were the net sales of Mac? Many thanks in advance!`),
  ).toBe('What were the net sales of Mac?');
});

it('brings the sentence before one that points back', () => {
  expect(coreQuestion(`${preamble} The filter lies under the lid. How often is it cleaned?`)).toBe(
    'The filter lies under the lid. How often is it cleaned?',
  );
});

it('takes the end of a long message that has no question mark', () => {
  expect(coreQuestion(`${preamble} Tell me the price of the pump seal.`)).toContain(
    'Tell me the price of the pump seal.',
  );
});

it('reads the words of pasted markup, not its tags, scripts and styles', () => {
  const page =
    '<div class="faq"><style>p { color: red }</style><script>alert(1)</script><p>How long is leave&nbsp;&amp; rest?</p></div>';
  expect(coreQuestion(page)).toBe('How long is leave & rest?');
});

it('takes time in proportion to the message, however it is broken', async () => {
  const broken = `${'<script '.repeat(4_000)}${'<!-- '.repeat(4_000)}how long?`;
  const ask = () => coreQuestion(broken.slice(0, 40_000));
  expect(ask().length).toBeLessThanOrEqual(400);
  await expect(ask).toCostAtMost(5000);
});
