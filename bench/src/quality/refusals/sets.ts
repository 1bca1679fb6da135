import { createRandom } from '../../corpus.ts';
import { readChecked } from '../read-checked.ts';
import { splitInHalves } from '../scores.ts';

/**
 * The passages among which a question is asked. THERE: its own among them. NO_DOCUMENT: without all of the document that answers it.
 * NO_PASSAGE: without the passage that answers it, but with the rest of the document. UNANSWERED: all, of which none answers the question.
 */
export type Expected = 'THERE' | 'NO_DOCUMENT' | 'NO_PASSAGE' | 'UNANSWERED';

export interface Passage {
  id: string;
  text: string;
}

/** A question with the passages among which it is asked, and those of them that are kept from it. */
export interface Case {
  question: string;
  expected: Expected;
  passages: readonly Passage[];
  without: ReadonlySet<string>;
  right: ReadonlySet<string>;
  answers: readonly string[];
}

export interface RefusalSet {
  title: string;
  kind: 'encyclopedia' | 'policies' | 'medicine';
  cases: readonly Case[];
}

interface Qa {
  question: string;
  answers: readonly { text: string; answer_start: number }[];
  is_impossible?: boolean;
  type?: string;
}

interface Article {
  paragraphs: readonly { context: string; qas: readonly Qa[] }[];
}

const articlesIn = (text: string): readonly Article[] => (JSON.parse(text) as { data: Article[] }).data;

/** The most questions of each expectation that a set asks. */
const mostAsked = 600;

const sampled = (cases: readonly Case[], seed = 77): Case[] => {
  const random = createRandom(seed);
  const inLot = cases
    .map((each) => ({ each, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ each }) => each);
  return [...Map.groupBy(inLot, ({ expected }) => expected).values()].flatMap((group) =>
    group.slice(0, mostAsked),
  );
};

const none: ReadonlySet<string> = new Set();
const textsOf = ({ answers }: Qa): string[] => answers.map(({ text }) => text.trim());

type Half = 'tune' | 'heldOut';

/** Paragraphs of Wikipedia: each question with its paragraph, without it and without its article, and those that have no answer. */
const encyclopedia = (articles: readonly Article[], asked: readonly Qa[]): Case[] => {
  const paragraphs = articles.flatMap((article, number) =>
    article.paragraphs.map((paragraph, at) => ({ ...paragraph, number, id: `${number}-${at}` })),
  );
  const passages = paragraphs.map(({ id, context }) => ({ id, text: context }));
  const ofArticle = Map.groupBy(paragraphs, ({ number }) => number);
  const chosen = new Set(asked);
  return paragraphs.flatMap(({ qas, id, number }) => {
    const right = new Set([id]);
    const article = new Set(ofArticle.get(number)?.map((paragraph) => paragraph.id));
    return qas
      .filter((qa) => chosen.has(qa))
      .flatMap((qa): Case[] => {
        const about = { question: qa.question, passages, answers: textsOf(qa) };
        if (qa.is_impossible) return [{ ...about, expected: 'UNANSWERED', without: none, right: none }];
        return [
          { ...about, expected: 'THERE', without: none, right },
          { ...about, expected: 'NO_DOCUMENT', without: article, right: none },
          { ...about, expected: 'NO_PASSAGE', without: right, right: none },
        ];
      });
  });
};

const xquad = async (folder: string, half: Half): Promise<RefusalSet> => {
  const articles = articlesIn(await readChecked(folder, 'xquad.en.json'));
  const all = articles.flatMap(({ paragraphs }) => paragraphs.flatMap(({ qas }) => qas));
  return {
    title: 'XQuAD, English',
    kind: 'encyclopedia',
    cases: encyclopedia(articles, splitInHalves(all)[half]),
  };
};

const squad2 = async (folder: string, half: Half): Promise<RefusalSet> => {
  const articles = articlesIn(await readChecked(folder, 'squad2.dev.json'));
  const all = splitInHalves(articles)[half].flatMap(({ paragraphs }) => paragraphs.flatMap(({ qas }) => qas));
  return { title: 'SQuAD 2.0', kind: 'encyclopedia', cases: sampled(encyclopedia(articles, all)) };
};

/** The questions of each policy come from one list. One whose type no segment of a policy has is on its subject, and the policy is silent. */
const casesOfPolicy = (policy: Article, questions: ReadonlyMap<string, string>): Case[] => {
  const passages = policy.paragraphs.map(({ context }, at) => ({ id: String(at), text: context }));
  const byType = new Map<string, Set<string>>();
  for (const [at, { qas }] of policy.paragraphs.entries())
    for (const { type = '' } of qas) byType.set(type, (byType.get(type) ?? new Set()).add(String(at)));
  const told = policy.paragraphs.flatMap(({ qas }) =>
    qas.flatMap((qa): Case[] => {
      const right = byType.get(qa.type ?? '') ?? none;
      const about = { question: qa.question, passages, answers: textsOf(qa) };
      return [
        { ...about, expected: 'THERE', without: none, right },
        { ...about, expected: 'NO_PASSAGE', without: right, right: none },
      ];
    }),
  );
  const silent = [...questions]
    .filter(([type]) => !byType.has(type))
    .map(
      ([, question]): Case => ({
        question,
        passages,
        answers: [],
        expected: 'UNANSWERED',
        without: none,
        right: none,
      }),
    );
  return [...told, ...silent];
};

const policyQa = async (folder: string, half: Half): Promise<RefusalSet> => {
  const policies = articlesIn(await readChecked(folder, `policyqa.${half === 'tune' ? 'dev' : 'test'}.json`));
  const questions = new Map<string, string>();
  for (const { paragraphs } of policies)
    for (const { qas } of paragraphs)
      for (const { type = '', question } of qas) if (!questions.has(type)) questions.set(type, question);
  return {
    title: 'PolicyQA',
    kind: 'policies',
    cases: sampled(policies.flatMap((policy) => casesOfPolicy(policy, questions))),
  };
};

/** Cuts a paper into paragraphs with the places at which they begin. Short lines, such as headings, stay with what follows. */
const paragraphsOf = (text: string): { from: number; text: string }[] => {
  const parts: { from: number; text: string }[] = [];
  let from = 0;
  for (const { index } of text.matchAll(/\n\n|$/g)) {
    if (index - from < 300 && index < text.length) continue;
    if (text.slice(from, index).trim() !== '') parts.push({ from, text: text.slice(from, index).trim() });
    from = index;
  }
  return parts;
};

/** Papers on viruses: a question with the paragraphs of its paper, without those that say the answer, and among all other papers. */
const covidQa = async (folder: string, half: Half): Promise<RefusalSet> => {
  const papers = articlesIn(await readChecked(folder, 'covidqa.json')).flatMap(
    ({ paragraphs }) => paragraphs,
  );
  const cut = papers.map(({ context }, paper) =>
    paragraphsOf(context).map(({ from, text }, at) => ({ id: `${paper}-${at}`, text, from })),
  );
  const all = cut.flat();
  const chosen = new Set(splitInHalves(papers)[half]);
  const cases = papers.flatMap((paper, number): Case[] => {
    const passages = cut[number] ?? [];
    const own = new Set(passages.map(({ id }) => id));
    return (chosen.has(paper) ? paper.qas : []).flatMap((qa): Case[] => {
      const starts = qa.answers.map((answer) => answer.answer_start);
      const answers = textsOf(qa);
      const holder = passages.findLast(({ from }) => starts.some((start) => from <= start + 1));
      const right = new Set(
        passages
          .filter(
            (each) => each === holder || answers.some((text) => text.length > 8 && each.text.includes(text)),
          )
          .map(({ id }) => id),
      );
      const about = { question: qa.question, answers };
      return [
        { ...about, passages, expected: 'THERE', without: none, right },
        { ...about, passages, expected: 'NO_PASSAGE', without: right, right: none },
        { ...about, passages: all, expected: 'NO_DOCUMENT', without: own, right: none },
      ];
    });
  });
  return { title: 'CovidQA', kind: 'medicine', cases: sampled(cases) };
};

export const refusalSets = { xquad, squad2, policyqa: policyQa, covidqa: covidQa };
export type RefusalSetName = keyof typeof refusalSets;
