import type { Collection, Question } from '../collections.ts';
import type { Run } from './ask-product.ts';
import { tableOf } from './report.ts';

interface Measured {
  questions: readonly Question[];
  runs: readonly Run[];
  part: string;
}

/** Returns what a retriever found without the document from which each question came. */
const withoutSources = ({ name, answers }: Run, questions: readonly Question[]): Run => ({
  name,
  answers: answers.map((answer, at) => ({
    ...answer,
    found: answer.found.filter((document) => document !== questions[at]?.source),
  })),
});

/** Returns the highest possible MRR@10 when the first retriever puts every document where it is best, and only the sources where they are. */
const boundOf = ({ answers }: Run, questions: readonly Question[]): number => {
  const best = answers.map(({ found }, at) => (found[0] === questions[at]?.source ? 1 / 2 : 1));
  return best.reduce((sum, value) => sum + value, 0) / best.length;
};

/** Returns the table of a set; where the documents are known from which the questions came, a second one that leaves these out. */
export const readingsOf = (collection: Collection, { questions, runs, part }: Measured): string => {
  const table = tableOf(collection, { questions, runs, part });
  const [first] = runs;
  if (!first || !questions.some(({ source }) => source)) return table;
  const left = runs.map((run) => withoutSources(run, questions));
  return [
    table,
    `With the sources where ${first.name} has them, MRR@10 can be ${boundOf(first, questions).toFixed(3)} at best. With the source of each question left out of what was found:`,
    tableOf(collection, { questions, runs: left, part }),
  ].join('\n\n');
};
