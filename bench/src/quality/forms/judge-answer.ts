import type { FormQuestion } from './choose-questions.ts';
import type { Form } from './form.ts';

const oneLine = (text: string): string =>
  text
    .replace(/\[\d+\]/g, ' ')
    .replace(/[\s\u00a0\u202f]+/g, ' ')
    .trim()
    .toLowerCase();

const isPartOfWord = (letter: string | undefined): boolean =>
  letter !== undefined && /[\p{L}\p{N}]/u.test(letter);

/** True where a text says a value that stands by itself: 49 is not in 149. */
const says = (text: string, value: string): boolean => {
  const sought = oneLine(value);
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + 1))
    if (!isPartOfWord(text[at - 1]) && !isPartOfWord(text[at + sought.length])) return true;
  return false;
};

const linesOf = (value: string): string[] => value.split('\n');

const valuesOf = ({ sections, items }: Form): string[] => [
  ...sections.flatMap(({ fields }) => fields.flatMap(({ value }) => linesOf(value))),
  ...(items?.rows.flat() ?? []),
];

/** A short number, such as a quantity, may stand in any text by chance. */
const isTelling = (value: string): boolean => value.length > 3 && !/^\d{1,3}$/.test(value);

/** Returns the values that are of one form alone, with this form. */
export const tellingValues = (forms: readonly Form[]): ReadonlyMap<string, Form> => {
  const owners = new Map<string, Set<Form>>();
  for (const form of forms)
    for (const value of valuesOf(form).filter(isTelling))
      owners.set(value, (owners.get(value) ?? new Set()).add(form));
  const telling = new Map<string, Form>();
  for (const [value, [form, ...more]] of owners) if (form && more.length === 0) telling.set(value, form);
  return telling;
};

export interface Judged {
  isRefused: boolean;
  hasRight: boolean;
  /** Values of this form, and of others, that were not asked for. */
  others: string[];
  foreign: string[];
}

/** Removes choices that are shown as not ticked, with an empty box before them. */
const withoutEmptyBoxes = (answer: string): string => answer.replace(/(?:☐|\[ ?\]|□)[^☐☒☑□[\]\n]*/g, ' ');

/** Judges an answer; undefined stands for a refusal. */
export const judgeAnswer = (
  { text: question, right, unticked, form }: FormQuestion,
  answer: string | undefined,
  telling: ReadonlyMap<string, Form>,
): Judged => {
  if (answer === undefined) return { isRefused: true, hasRight: false, others: [], foreign: [] };
  const text = oneLine(withoutEmptyBoxes(answer));
  const granted = `${oneLine(question)} ${oneLine(right)}`;
  const said = [...telling].filter(([value]) => !says(granted, value) && says(text, value));
  return {
    isRefused: false,
    hasRight: right !== '' && linesOf(right).every((line) => says(text, line)),
    others: [
      ...said.filter(([, owner]) => owner === form).map(([value]) => value),
      ...unticked.filter((option) => says(text, option) && !says(granted, option)),
    ],
    foreign: said.filter(([, owner]) => owner !== form).map(([value]) => value),
  };
};
