import { expect, test } from 'vitest';
import { chooseQuestions, type FormQuestion } from './choose-questions.ts';
import type { Form } from './form.ts';
import { judgeAnswer, tellingValues } from './judge-answer.ts';
import { makeForms } from './make-forms.ts';

const forms = makeForms();
const [first, second] = forms as [Form, Form];
const telling = new Map([
  ['1,204.50 EUR', first],
  ['2 May 2026', first],
  ['9,888.00 EUR', second],
]);
const question: FormQuestion = {
  text: 'What is the total of invoice R-1?',
  form: first,
  expected: 'PRESENT',
  words: 'label',
  right: '1,204.50 EUR',
  unticked: [],
};

test('a value counts only where it stands by itself, whatever its spaces', () => {
  expect(judgeAnswer(question, 'Total: 1,204.50\u00a0EUR [1]', telling)).toMatchObject({
    hasRight: true,
    others: [],
  });
  expect(judgeAnswer(question, 'Total: 11,204.50 EUR', telling).hasRight).toBe(false);
});

test('values of this form and of another one are told apart', () => {
  const judged = judgeAnswer(question, 'Total 1,204.50 EUR, due 2 May 2026; 9,888.00 EUR', telling);
  expect(judged).toEqual({
    isRefused: false,
    hasRight: true,
    others: ['2 May 2026'],
    foreign: ['9,888.00 EUR'],
  });
});

test('each line of a value must be said', () => {
  const address = { ...question, right: 'Mill Lane 4\n12345 Dunhaven' };
  expect(judgeAnswer(address, 'Mill Lane 4, 12345 Dunhaven', telling).hasRight).toBe(true);
  expect(judgeAnswer(address, 'Mill Lane 4', telling).hasRight).toBe(false);
});

test('a choice that is shown as not ticked is no other value', () => {
  const status = { ...question, right: 'married', unticked: ['single', 'widowed'] };
  expect(judgeAnswer(status, '☐ single ☒ married ☐ widowed', telling).others).toEqual([]);
  expect(judgeAnswer(status, 'single married widowed', telling).others).toEqual(['single', 'widowed']);
});

test('the set has the size and the wording that its page names', () => {
  const questions = chooseQuestions(forms);
  const present = questions.filter(({ expected }) => expected === 'PRESENT');
  const inOther = present.filter(({ words }) => words === 'other').length / present.length;
  expect(forms.length).toBeGreaterThanOrEqual(40);
  expect(new Set(forms.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(5);
  expect(forms.filter(({ language }) => language === 'de').length).toBeGreaterThanOrEqual(6);
  expect(
    forms.filter(({ language }) => language === 'fr' || language === 'es').length,
  ).toBeGreaterThanOrEqual(4);
  expect(present.length).toBeGreaterThanOrEqual(200);
  expect(inOther).toBeGreaterThan(0.3);
  expect(inOther).toBeLessThan(0.37);
  expect(new Set(questions.map(({ text }) => text)).size).toBe(questions.length);
  expect(makeForms()).toEqual(forms);
});

test('most values tell their form', () => {
  const found = tellingValues(forms);
  const values = forms.flatMap(({ sections }) => sections.flatMap(({ fields }) => fields));
  const asked = values.filter(({ value, options, questions }) => value && !options && questions.length > 0);
  for (const { value } of asked)
    expect(value.split('\n').some((line) => found.has(line) || /^\d{3}$/.test(line))).toBe(true);
});
