import type { FormQuestion } from './choose-questions.ts';
import type { Judged } from './judge-answer.ts';

export interface Asked {
  question: FormQuestion;
  answer: string;
  judged: Judged;
}

const share = <T>(items: readonly T[], holds: (item: T) => boolean): string =>
  items.length === 0 ? '–' : (items.filter(holds).length / items.length).toFixed(3);

const isClean = ({ judged: { others, foreign } }: Asked): boolean => others.length + foreign.length === 0;
const isRight = ({ judged }: Asked): boolean => judged.hasRight;
const isRefused = ({ judged }: Asked): boolean => judged.isRefused;

/** Names the manner in which an answer failed; undefined where it did not. */
const failureOf = (asked: Asked): string | undefined => {
  const { question, judged } = asked;
  if (question.expected !== 'PRESENT')
    return judged.isRefused ? undefined : `answered (${question.expected})`;
  if (judged.isRefused) return 'refused';
  if (judged.foreign.length > 0) return judged.hasRight ? 'right, with another form' : 'of another form';
  if (judged.others.length > 0) return judged.hasRight ? 'right, with other values' : 'another value';
  return judged.hasRight ? undefined : 'no value';
};

const rowOf = (name: string, asked: readonly Asked[]): string => {
  const present = asked.filter(({ question }) => question.expected === 'PRESENT');
  const silent = (expected: string) => asked.filter(({ question }) => question.expected === expected);
  const shares = [
    share(present, isRight),
    share(present, (each) => isRight(each) && isClean(each)),
    share(present, (each) => each.judged.foreign.length > 0),
    share(present, isRefused),
    share(silent('ABSENT'), isRefused),
    share(silent('EMPTY'), isRefused),
    share(silent('WRONG_ID'), isRefused),
  ];
  return `| ${name} | ${present.length} | ${shares.join(' | ')} |`;
};

const groupRows = (asked: readonly Asked[], nameOf: (question: FormQuestion) => string): string[] =>
  [...Map.groupBy(asked, ({ question }) => nameOf(question))].map(([name, group]) => rowOf(name, group));

const languages = { en: 'English', de: 'German', fr: 'French', es: 'Spanish' };

/** Makes the table of the figures: all, then by kind, by format, by language and by wording. */
export const tableOfFigures = (asked: readonly Asked[], formCount: number): string => {
  const present = asked.filter(({ question }) => question.expected === 'PRESENT');
  return [
    `| ${formCount} forms | questions | right value | right value and no other | a value of another form | refused | absent refused | empty field refused | wrong id refused |`,
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    rowOf('**all**', asked),
    ...groupRows(asked, ({ form }) => form.kind),
    ...groupRows(asked, ({ form }) => form.layout),
    ...groupRows(asked, ({ form }) => languages[form.language]),
    ...groupRows(present, ({ words }) =>
      words === 'label' ? 'in the words of the label' : 'in other words',
    ),
  ].join('\n');
};

/** Prints how often each manner of failure came, and the first failures of each. */
export const printFailures = (asked: readonly Asked[], count: number): void => {
  if (count === 0) return;
  const failures = Map.groupBy(
    asked.filter((each) => failureOf(each) !== undefined),
    (each) => failureOf(each) ?? '',
  );
  for (const [manner, group] of failures) {
    process.stdout.write(`\n${manner}: ${group.length}\n`);
    for (const { question, answer, judged } of group.slice(0, count)) {
      const extra = [...judged.others, ...judged.foreign].slice(0, 4).join('; ');
      const shown = answer.slice(0, 240).replaceAll('\n', ' / ');
      process.stdout.write(
        `  ${question.form.layout}, ${question.form.kind} | ${question.text} | ${question.right.replaceAll('\n', ' / ')} | ${shown}${extra ? ` | beside: ${extra}` : ''}\n`,
      );
    }
  }
};
