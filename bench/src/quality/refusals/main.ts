import { parseArgs } from 'node:util';
import { Encoder, type EncoderModel } from '@atelier/models/builtin/encoder';
import {
  type ExtractiveReply,
  type ExtractiveRequest,
  extractiveReply,
  sentencesToCompare,
} from '@atelier/models/extractive';
import { createLexicalIndex, encodeLexicalSegment } from '@atelier/retrieval/lexical';
import { readParagraphs } from '../collections.ts';
import { writeFigures } from '../quality-page.ts';
import { type Estimate, estimate, splitInHalves } from '../scores.ts';

/**
 * Measures how often the extractive model refuses, with XQuAD, English: `npm run quality:refusals -- <folder of the sets> [--tune] [--model
 * <folder>] [--write]`. Each question is asked with the first eight paragraphs that the lexical index finds, and again with the right paragraph
 * removed. With `--model` the weights in that folder compare sentences with the question, as the product does where it has them.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tune: { type: 'boolean', default: false },
    model: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const [folder] = positionals;
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

const small: EncoderModel = { dimensions: 384, mostTokens: 256, prefixes: { QUESTION: '', CHUNK: '' } };
const encoder = values.model === undefined ? undefined : await Encoder.open(values.model, small);

const cosine = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);

const likenessesIn = async (request: ExtractiveRequest): Promise<number[] | undefined> => {
  const compared = encoder && sentencesToCompare(request);
  if (!compared) return undefined;
  const { vectors } = await encoder.embed([compared.question, ...compared.sentences], 'QUESTION');
  const vectorAt = (at: number) => vectors.subarray(at * small.dimensions, (at + 1) * small.dimensions);
  return compared.sentences.map((_, at) => cosine(vectorAt(0), vectorAt(at + 1)));
};

const ask = async (content: string, chunks: Chunks): Promise<ExtractiveReply> => {
  const request = { messages: [{ role: 'user' as const, content }], chunks };
  return extractiveReply({ ...request, likenesses: await likenessesIn(request) });
};

const isRefused = ({ form }: ExtractiveReply): boolean => form.kind !== 'ANSWER';

/** Returns what the answer to a question is worth; undefined when there is none. */
const judge = async ({ question, answers, right }: Question) => {
  const chunks = chunksOf(question);
  const reply = await ask(question, chunks);
  if (isRefused(reply)) return undefined;
  const text = reply.pieces.join('');
  const cited = Number(/\[(\d+)\]/.exec(text)?.[1]);
  return {
    citesRight: chunks[cited - 1]?.chunkId === right,
    hasAnswer: answers.some((answer) => text.includes(answer)),
  };
};

const { tune, heldOut } = splitInHalves(questions);
const asked = values.tune ? tune : heldOut;
const judged: Awaited<ReturnType<typeof judge>>[] = [];
const refusedWithout: boolean[] = [];
for (const each of asked) {
  judged.push(await judge(each));
  refusedWithout.push(isRefused(await ask(each.question, chunksOf(each.question, each.right))));
}
const answered = judged.filter((each) => each !== undefined);

const share = <T>(items: readonly T[], holds: (item: T) => boolean): string => {
  const { mean, low, high }: Estimate = estimate(items.map((item) => (holds(item) ? 1 : 0)));
  return `${mean.toFixed(3)} (${low.toFixed(3)}–${high.toFixed(3)})`;
};

const rows = [
  ['refused, right paragraph removed', '0.85', share(refusedWithout, (each) => each)],
  ['refused, right paragraph there', '0.08', share(judged, (each) => each === undefined)],
  [
    'first citation is the right paragraph, of the answers',
    '0.90',
    share(answered, ({ citesRight }) => citesRight),
  ],
  ['quotes the answer, of the answers', '0.80', share(answered, ({ hasAnswer }) => hasAnswer)],
];
const part = values.tune ? 'the half for trying' : 'held out';
const table = [
  `| XQuAD, English, ${asked.length} questions, ${part} | goal | share |`,
  '| --- | ---: | ---: |',
  ...rows.map((row) => `| ${row.join(' | ')} |`),
].join('\n');
process.stdout.write(`${table}\n`);
if (values.write) await writeFigures(`refusals ${encoder ? 'with the model' : 'by words'}`, table);
