import { analyze } from '@atelier/retrieval/text';
import { defineComputation } from '../../../kernel/compute/computation.ts';

/** A group of questions, by their positions. */
interface QuestionGroup {
  title: string;
  members: number[];
}

const words = (question: string): string[] => question.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Returns the telling words of a question: their stems, each with the word as it was written. */
const stemWords = (question: string): Map<string, string> =>
  new Map(words(question).flatMap((word) => analyze(word).map((stem) => [stem, word] as const)));

const countInto = <K>(counts: Map<K, number>, key: K): void =>
  void counts.set(key, (counts.get(key) ?? 0) + 1);

const mostFrequent = <K>(counts: ReadonlyMap<K, number>): [K, number] | undefined => {
  let best: [K, number] | undefined;
  for (const entry of counts) if (best === undefined || entry[1] > best[1]) best = entry;
  return best;
};

/** A second word joins the title when at least this share of the group has it. */
const shareOfSecondWord = 0.6;

const chooseTitle = (
  stem: string,
  members: readonly number[],
  stems: readonly Map<string, string>[],
): string => {
  const spelled = (wanted: string): string => {
    const counts = new Map<string, number>();
    for (const at of members) {
      const word = stems[at]?.get(wanted);
      if (word !== undefined) countInto(counts, word);
    }
    // Of spellings that are equally frequent, the longer one says more.
    const byLength = [...counts].sort(([one], [other]) => other.length - one.length);
    return mostFrequent(new Map(byLength))?.[0] ?? wanted;
  };
  const others = new Map<string, number>();
  for (const at of members)
    for (const each of stems[at]?.keys() ?? []) if (each !== stem) countInto(others, each);
  const second = mostFrequent(others);
  const isShared = second !== undefined && second[1] >= 2 && second[1] >= members.length * shareOfSecondWord;
  return isShared ? `${spelled(stem)}, ${spelled(second[0])}` : spelled(stem);
};

/** Returns the word that most of the questions share, unless no two do. */
const sharedWord = (left: ReadonlySet<number>, stems: readonly Map<string, string>[]): string | undefined => {
  const counts = new Map<string, number>();
  for (const at of left) for (const stem of stems[at]?.keys() ?? []) countInto(counts, stem);
  const best = mostFrequent(counts);
  return best === undefined || best[1] < 2 ? undefined : best[0];
};

/**
 * Groups questions by the telling word that most of them share, then those that are left, and so on. What shares no word with another one is a
 * group of its own, whose title is the question. Largest groups first.
 */
const groupQuestions = (questions: readonly string[], mostGroups: number): QuestionGroup[] => {
  const stems = questions.map(stemWords);
  const left = new Set(questions.keys());
  const groups: QuestionGroup[] = [];
  while (left.size > 0 && groups.length < mostGroups) {
    const word = sharedWord(left, stems);
    if (word === undefined) break;
    const members = [...left].filter((at) => stems[at]?.has(word));
    for (const at of members) left.delete(at);
    groups.push({ title: chooseTitle(word, members, stems), members });
  }
  for (const at of left) {
    if (groups.length >= mostGroups) break;
    groups.push({ title: questions[at] ?? '', members: [at] });
  }
  return groups;
};

interface Asked {
  questions: readonly string[];
  mostGroups: number;
}

/** Groups unanswered questions by topic. */
export const questionTopics = defineComputation({
  name: 'monitoring.question-topics',
  deadlineMs: 10_000,
  isSmall: ({ questions }: Asked) => questions.length <= 5,
  compute: ({ questions, mostGroups }: Asked) => groupQuestions(questions, mostGroups),
});
