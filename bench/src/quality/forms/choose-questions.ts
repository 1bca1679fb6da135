import { createRandom } from '../../corpus.ts';
import type { Field, Form } from './form.ts';

/** Which reply is right. PRESENT: the value. ABSENT, EMPTY and WRONG_ID: none, as the form does not say it, the field is empty, or no such form exists. */
export type Expected = 'PRESENT' | 'ABSENT' | 'EMPTY' | 'WRONG_ID';

export interface FormQuestion {
  text: string;
  form: Form;
  expected: Expected;
  words: 'label' | 'other';
  /** The value that answers it. */
  right: string;
  /** Choices beside the value that are not ticked. */
  unticked: readonly string[];
}

const askedOfEach = 5;

const shuffled = <T>(items: readonly T[], random: () => number): T[] =>
  items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);

const fieldsOf = ({ sections }: Form): Field[] => sections.flatMap(({ fields }) => fields);

/** Asks for a value, in other words than those of its label where `words` says so. */
const askFor = (form: Form, { value, options, questions }: Field, words: 'label' | 'other') => {
  const found = questions.find((question) => question.words === words);
  return (
    found && {
      text: found.text,
      form,
      expected: 'PRESENT' as const,
      words,
      right: value,
      unticked: options?.filter((option) => option !== value) ?? [],
    }
  );
};

const presentIn = (form: Form, random: () => number): FormQuestion[] => {
  const fields = shuffled(fieldsOf(form), random).filter(
    ({ value, questions }) => value !== '' && questions.length > 0,
  );
  const inOther = Math.floor(random() * 3) === 0 ? 1 : 2;
  const others = fields.filter(({ questions }) => questions.length > 1).slice(0, inOther);
  const rest = fields.filter((field) => !others.includes(field)).slice(0, askedOfEach - others.length);
  return [
    ...rest.map((field) => askFor(form, field, 'label')),
    ...others.map((field) => askFor(form, field, 'other')),
  ].filter((question) => question !== undefined);
};

const silentIn = (form: Form): FormQuestion[] => {
  const nothing = { form, words: 'other' as const, right: '', unticked: [] };
  const empty = fieldsOf(form).find(({ value, questions }) => value === '' && questions.length > 0);
  return [
    { ...nothing, text: form.absent, expected: 'ABSENT' },
    { ...nothing, text: form.wrongId, expected: 'WRONG_ID' },
    ...(empty
      ? [
          {
            ...nothing,
            text: empty.questions[0]?.text ?? '',
            words: 'label' as const,
            expected: 'EMPTY' as const,
          },
        ]
      : []),
  ];
};

/** Chooses the questions of the set: five for values of each form, a third of them in other words, and those that must be refused. */
export const chooseQuestions = (forms: readonly Form[]): FormQuestion[] => {
  const random = createRandom(417);
  return forms.flatMap((form) => [...presentIn(form, random), ...silentIn(form)]);
};
