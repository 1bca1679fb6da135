import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { prepareTestBed, type TestBed } from '../../test-bed.ts';
import { type Collection, collections, type Question } from '../collections.ts';
import { awaitWeights, offerWeights, usualModelId } from '../own-model.ts';
import { writeFigures } from '../quality-page.ts';
import { splitInHalves } from '../scores.ts';
import { askProduct, awaitSummaries, importCollection, type Run } from './ask-product.ts';
import { readingsOf } from './readings.ts';
import { baseline, type Retriever, retrievers } from './retrievers.ts';
import { makeYardsticks, type Yardstick } from './yardsticks.ts';

/**
 * Measures how well the built product finds the documents that public test sets call relevant: `npm run quality:retrieval -- <folder of the
 * sets>`. `--model <folder>` adds the retrievers that need an embedding model, with the weights in that folder, which are those of
 * `--model-id` (all-minilm-l6-v2, if none is named). `--sets cranfield,xquad-en` selects sets, `--only 'VECTOR,HYBRID (AUTO)'` retrievers beside BM25, `--tune` asks the half of the questions that is for trying out
 * changes, `--write` puts the tables into docs/quality.md.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    model: { type: 'string' },
    'model-id': { type: 'string', default: usualModelId },
    only: { type: 'string' },
    sets: { type: 'string', default: Object.keys(collections).join(',') },
    tune: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const [folder] = positionals;
if (folder === undefined)
  throw new Error('Name the folder with the sets; docs/quality.md says where they come from.');

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const askYardstick = ({ name, search }: Yardstick, questions: readonly Question[]): Run => ({
  name,
  answers: questions.map(({ text, relevant }) => ({ found: search(text), relevant })),
});

const only = values.only?.split(',');
const isAsked = ({ name }: Retriever): boolean => !only || name === baseline || only.includes(name);

interface Asked {
  collection: Collection;
  questions: readonly Question[];
}

const measure = async (
  testBed: TestBed,
  chosen: readonly Retriever[],
  { collection, questions }: Asked,
): Promise<Run[]> => {
  // With an embedding model, there is no language model that could write summaries.
  const summarize = chosen.some(({ settings }) => settings['mode'] === 'MULTI_VECTOR');
  const startedAt = performance.now();
  const base = await importCollection(testBed, collection, { summarize });
  if (summarize) await awaitSummaries(testBed, base);
  say(`${collection.name}: imported in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
  const runs: Run[] = [];
  for (const retriever of chosen) {
    runs.push(await askProduct(testBed, base, { retriever, questions, documents: collection.documents }));
    say(`${collection.name}: asked ${retriever.name} (load ${loadavg()[0]?.toFixed(1)})`);
  }
  return runs;
};

/** Measures every set with one product, which either has an embedding model or has none. */
const measureAll = async (
  asked: readonly Asked[],
  { env, needsVectors }: { env: Record<string, string>; needsVectors: boolean },
): Promise<Map<string, Run[]>> => {
  const testBed = await prepareTestBed(env);
  const chosen = retrievers.filter(
    (retriever) => retriever.needsVectors === needsVectors && isAsked(retriever),
  );
  const runs = new Map<string, Run[]>();
  try {
    if (needsVectors) await awaitWeights(testBed);
    for (const each of asked) runs.set(each.collection.name, await measure(testBed, chosen, each));
  } finally {
    await testBed.close();
  }
  return runs;
};

const withModel = async (folder: string, asked: readonly Asked[]): Promise<Map<string, Run[]>> => {
  const mirror = await offerWeights(folder, values['model-id']);
  try {
    return await measureAll(asked, { env: mirror.env, needsVectors: true });
  } finally {
    await mirror.close();
  }
};

const asked: Asked[] = [];
for (const name of values.sets.split(',')) {
  const read = collections[name];
  if (!read) throw new Error(`There is no set ${name}: ${Object.keys(collections).join(', ')}.`);
  const collection = await read(folder);
  const { tune, heldOut } = splitInHalves(collection.questions);
  asked.push({ collection, questions: values.tune ? tune : heldOut });
}

const byWords = await measureAll(asked, { env: {}, needsVectors: false });
const byMeaning = values.model === undefined ? undefined : await withModel(values.model, asked);
const part = values.tune ? 'the half for trying' : 'held out';
for (const { collection, questions } of asked) {
  // The libraries know documents and no parts of them.
  const known = questions.some(({ spans }) => spans) ? [] : makeYardsticks(collection.documents);
  const runs = [
    ...(byWords.get(collection.name) ?? []),
    ...(byMeaning?.get(collection.name) ?? []),
    ...known.map((each) => askYardstick(each, questions)),
  ];
  const tables = readingsOf(collection, { questions, runs, part });
  say(`\n### ${collection.title}\n\n${tables}`);
  const suffix = values['model-id'] === usualModelId ? '' : `-${values['model-id']}`;
  if (values.write) await writeFigures(`${collection.name}${suffix}`, tables);
}
process.exit(0);
