import { parseArgs } from 'node:util';
import { Encoder, type EncoderModel } from '@atelier/models/builtin/encoder';
import {
  type ExtractiveReply,
  type ExtractiveRequest,
  extractiveReply,
  sentencesToCompare,
} from '@atelier/models/extractive';
import { createLexicalIndex, encodeLexicalSegment } from '@atelier/retrieval/lexical';
import { writeFigures } from '../quality-page.ts';
import { estimate } from '../scores.ts';
import { type Case, type Expected, type Passage, type RefusalSetName, refusalSets } from './sets.ts';

/**
 * Measures how often the extractive model refuses, with public sets of three kinds: `npm run quality:refusals -- <folder of the sets> [--sets
 * xquad,policyqa] [--tune] [--model <folder>] [--show <number>] [--write]`. Each question is asked with the first eight passages that the
 * lexical index finds. With `--model` the weights in that folder compare sentences with the question, as the product does where it has them.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sets: { type: 'string' },
    tune: { type: 'boolean', default: false },
    model: { type: 'string' },
    show: { type: 'string', default: '0' },
    write: { type: 'boolean', default: false },
  },
});
const [folder] = positionals;
if (folder === undefined)
  throw new Error('Name the folder with the sets; docs/quality.md says where they come from.');

const topK = 8;

const indexes = new Map<readonly Passage[], ReturnType<typeof createLexicalIndex>>();
const indexOf = (passages: readonly Passage[]) => {
  const known = indexes.get(passages);
  if (known) return known;
  const index = createLexicalIndex();
  index.addSegment('passages', encodeLexicalSegment(passages.map(({ id, text }) => ({ id, text }))));
  indexes.set(passages, index);
  return index;
};

const chunksOf = ({ question, passages, without }: Case) => {
  const textOf = new Map(passages.map(({ id, text }) => [id, text]));
  return indexOf(passages)
    .search({ query: question, topK, filter: (id) => !without.has(id) })
    .map(({ id }, at) => ({ index: at + 1, chunkId: id, documentName: id, text: textOf.get(id) ?? '' }));
};
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

interface Judged {
  asked: Case;
  text: string;
  isRefused: boolean;
  /** The right passage is among the chunks. */
  isFound: boolean;
  citesRight: boolean;
  hasAnswer: boolean;
}

const judge = async (asked: Case): Promise<Judged> => {
  const chunks = chunksOf(asked);
  const { form, pieces } = await ask(asked.question, chunks);
  const text = pieces.join('');
  const cited = chunks[Number(/\[(\d+)\]/.exec(text)?.[1]) - 1]?.chunkId ?? '';
  return {
    asked,
    text,
    isRefused: form.kind !== 'ANSWER',
    isFound: chunks.some(({ chunkId }) => asked.right.has(chunkId)),
    citesRight: asked.right.has(cited),
    hasAnswer: asked.answers.some((answer) => text.includes(answer)),
  };
};

const share = (items: readonly Judged[], holds: (item: Judged) => boolean): string => {
  if (items.length === 0) return '–';
  const { mean, low, high } = estimate(items.map((item) => (holds(item) ? 1 : 0)));
  return `${mean.toFixed(3)} (${low.toFixed(3)}–${high.toFixed(3)})`;
};

const show = (judged: readonly Judged[], expected: Expected): void => {
  const isWrong = ({ asked, isRefused }: Judged) =>
    asked.expected === expected && isRefused === (expected === 'THERE');
  for (const { asked, text } of judged.filter(isWrong).slice(0, Number(values.show)))
    process.stdout.write(
      `${expected} | ${asked.question} | ${asked.answers[0]?.slice(0, 160) ?? ''} | ${text.slice(0, 300).replaceAll('\n', ' / ')}\n`,
    );
};

const rowOf = async (name: RefusalSetName, half: 'tune' | 'heldOut'): Promise<string> => {
  const { title, kind, cases } = await refusalSets[name](folder, half);
  const judged: Judged[] = [];
  for (const each of cases) judged.push(await judge(each));
  for (const expected of ['THERE', 'NO_DOCUMENT', 'NO_PASSAGE', 'UNANSWERED'] as const)
    show(judged, expected);
  const only = (expected: Expected) => judged.filter(({ asked }) => asked.expected === expected);
  const there = only('THERE');
  const answered = there.filter(({ isRefused }) => !isRefused);
  const refused = (items: readonly Judged[]) => share(items, ({ isRefused }) => isRefused);
  const cells = [
    `${title} (${kind})`,
    `${there.length}`,
    refused(there),
    refused(only('NO_DOCUMENT')),
    refused(only('NO_PASSAGE')),
    refused(only('UNANSWERED')),
    share(there, ({ isFound }) => isFound),
    share(answered, ({ citesRight }) => citesRight),
    share(answered, ({ hasAnswer }) => hasAnswer),
  ];
  return `| ${cells.join(' | ')} |`;
};

const isSet = (name: string): name is RefusalSetName => name in refusalSets;
const chosen = (values.sets ?? Object.keys(refusalSets).join(',')).split(',');
const unknown = chosen.find((name) => !isSet(name));
if (unknown !== undefined)
  throw new Error(`There is no set ${unknown}: ${Object.keys(refusalSets).join(', ')}.`);

const rows: string[] = [];
for (const name of chosen) if (isSet(name)) rows.push(await rowOf(name, values.tune ? 'tune' : 'heldOut'));
const table = [
  `| ${values.tune ? 'the half for trying' : 'held out'} | questions | refused, passage there | refused, document removed | refused, passage removed | refused, no answer in the documents | passage among the first ${topK} | first citation is right, of the answers | quotes the answer, of the answers |`,
  '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
  '| goal | | 0.10 | 0.80 | 0.70 | 0.70 | | 0.90 | 0.80 |',
  ...rows,
].join('\n');
process.stdout.write(`${table}\n`);
if (values.write) await writeFigures(`refusals ${encoder ? 'with the model' : 'by words'}`, table);
