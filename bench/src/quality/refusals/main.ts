import { type ExtractiveReply, extractiveReply } from '@atelier/models/extractive';
import { createLexicalIndex, encodeLexicalSegment } from '@atelier/retrieval/lexical';
import { readParagraphs } from '../collections.ts';
import { type Estimate, estimate, splitInHalves } from '../scores.ts';

/**
 * Measures how often the extractive model refuses, with XQuAD, English: `npm run quality:refusals -- <folder of the sets> [--tune]`. Each
 * question is asked with the first eight paragraphs that the lexical index finds, and again with the right paragraph removed.
 */
const folder = process.argv[2];
if (folder === undefined)
  throw new Error('Name the folder with the sets; docs/quality.md says where they come from.');

const topK = 8;
const paragraphs = await readParagraphs(folder);
const textOf = new Map(paragraphs.map(({ context }, at) => [String(at), context]));
const index = createLexicalIndex();
index.addSegment('paragraphs', encodeLexicalSegment([...textOf].map(([id, text]) => ({ id, text }))));

const questions = paragraphs.flatMap(({ qas }, at) =>
  qas.map(({ question, answers }) => ({
    question,
    answers: answers.map(({ text }) => text),
    right: String(at),
  })),
);
type Question = (typeof questions)[number];

const chunksOf = (query: string, without?: string) =>
  index.search({ query, topK, filter: (id) => id !== without }).map(({ id }, at) => ({
    index: at + 1,
    chunkId: id,
    documentName: id,
    text: textOf.get(id) ?? '',
  }));
type Chunks = ReturnType<typeof chunksOf>;

const ask = (content: string, chunks: Chunks): ExtractiveReply =>
  extractiveReply({ messages: [{ role: 'user', content }], chunks });

const isRefused = ({ form }: ExtractiveReply): boolean => form.kind !== 'ANSWER';

/** Returns what the answer to a question is worth; undefined when there is none. */
const judge = ({ question, answers, right }: Question) => {
  const chunks = chunksOf(question);
  const reply = ask(question, chunks);
  if (isRefused(reply)) return undefined;
  const text = reply.pieces.join('');
  const cited = Number(/\[(\d+)\]/.exec(text)?.[1]);
  return {
    citesRight: chunks[cited - 1]?.chunkId === right,
    hasAnswer: answers.some((answer) => text.includes(answer)),
  };
};

const { tune, heldOut } = splitInHalves(questions);
const isTuning = process.argv.includes('--tune');
const asked = isTuning ? tune : heldOut;
const judged = asked.map(judge);
const answered = judged.filter((each) => each !== undefined);

const share = <T>(items: readonly T[], holds: (item: T) => boolean): string => {
  const { mean, low, high }: Estimate = estimate(items.map((item) => (holds(item) ? 1 : 0)));
  return `${mean.toFixed(3)} (${low.toFixed(3)}–${high.toFixed(3)})`;
};

const rows = [
  [
    'refused, right paragraph removed',
    share(asked, ({ question, right }) => isRefused(ask(question, chunksOf(question, right)))),
  ],
  ['refused, right paragraph there', share(judged, (each) => each === undefined)],
  ['first citation is the right paragraph, of the answers', share(answered, ({ citesRight }) => citesRight)],
  ['quotes the answer, of the answers', share(answered, ({ hasAnswer }) => hasAnswer)],
];
process.stdout.write(
  `XQuAD, English, ${asked.length} questions (${isTuning ? 'the half for trying' : 'held out'})\n${rows.map((row) => row.join(': ')).join('\n')}\n`,
);
