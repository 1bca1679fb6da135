import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { extractiveReply } from '@atelier/models/extractive';
import { eventually } from '../../../../e2e/src/eventually.ts';
import { listImports, makeBase, upload } from '../../../../e2e/src/knowledge.ts';
import { prepareTestBed, type TestBed } from '../../test-bed.ts';
import { awaitWeights, offerWeights } from '../own-model.ts';
import { writeFigures } from '../quality-page.ts';
import { estimate, splitInHalves } from '../scores.ts';
import { type FigureQuestion, figureQuestions } from './questions.ts';

/**
 * Measures questions for figures of quarterly reports: `npm run quality:figures -- <folder of the reports> [--tune] [--show] [--model <folder>]
 * [--write]`. * The built product imports the PDFs and finds eight chunks for each question; the extractive model answers from them.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tune: { type: 'boolean', default: false },
    show: { type: 'boolean', default: false },
    model: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const [folder] = positionals;
if (folder === undefined)
  throw new Error('Name the folder with the reports; docs/quality.md says where they come from.');
const topK = 8;

const importReports = async ({ client }: TestBed): Promise<string> => {
  const base = await makeBase(client, 'Reports');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.pdf')).sort();
  for (const name of names)
    await upload(client, base, [{ name, content: new Uint8Array(await readFile(join(folder, name))) }]);
  await eventually(
    async () => {
      const imports = await listImports(client, base);
      const failed = imports.find(({ error }) => error);
      if (failed) throw new Error(`${failed.name} failed: ${failed.error?.message}`);
      return imports.length === names.length && imports.every(({ status }) => status === 'COMPLETED');
    },
    { within: 1_800_000, every: 1000, what: 'The import of the reports' },
  );
  return base;
};

interface Found {
  chunkId: string;
  text: string;
  document: { name: string; heading?: string };
}

/** A figure stands by itself: 680 is not in 2,680. */
const contains = (text: string, figure: string): boolean =>
  new RegExp(`(?<![\\d.,])${figure}(?![\\d,]|\\.\\d)`).test(text);

const judge = async ({ client }: TestBed, base: string, { text, report, figure }: FigureQuestion) => {
  const body = { knowledgeBaseId: base, query: text, topK, mode: 'AUTO' };
  const { results } = await client.post<{ results: Found[] }>('/api/query-engine/retrieval-test', body);
  const chunks = results.map(({ chunkId, text: content, document: { name, heading } }, at) => ({
    index: at + 1,
    chunkId,
    documentName: name,
    text: content,
    ...(heading === undefined ? {} : { heading }),
  }));
  const reply = extractiveReply({ messages: [{ role: 'user', content: text }], chunks });
  const answer = reply.pieces.join('');
  const cited = chunks[Number(/\[(\d+)\]/.exec(answer)?.[1]) - 1]?.documentName;
  const isAnswer = reply.form.kind === 'ANSWER';
  const judged = {
    isFirst: results[0]?.document.name === report,
    isFound: results.some((each) => each.document.name === report && contains(each.text, figure)),
    isAnswer,
    isRight: isAnswer && cited === report && contains(answer, figure),
  };
  if (values.show)
    process.stdout.write(
      `${judged.isRight ? 'right' : judged.isFound ? 'WRONG' : 'LOST '} ${text} | ${figure} | ${answer.slice(0, 300).replaceAll('\n', ' / ')}\n`,
    );
  return judged;
};

const share = (items: readonly boolean[]): string => {
  const { mean, low, high } = estimate(items.map(Number));
  return `${mean.toFixed(3)} (${low.toFixed(3)}–${high.toFixed(3)})`;
};

const mirror = values.model === undefined ? undefined : await offerWeights(values.model);
const testBed = await prepareTestBed(mirror?.env ?? {});
try {
  if (mirror) await awaitWeights(testBed);
  const base = await importReports(testBed);
  const { tune, heldOut } = splitInHalves(figureQuestions);
  const judged: Awaited<ReturnType<typeof judge>>[] = [];
  for (const question of values.tune ? tune : heldOut) judged.push(await judge(testBed, base, question));
  const part = values.tune ? 'the half for trying' : 'held out';
  const table = [
    `| Quarterly reports, ${judged.length} questions for figures, ${part} | share |`,
    '| --- | ---: |',
    `| the first chunk is of the right report | ${share(judged.map(({ isFirst }) => isFirst))} |`,
    `| the cell is among the first ${topK} chunks | ${share(judged.map(({ isFound }) => isFound))} |`,
    `| answered | ${share(judged.map(({ isAnswer }) => isAnswer))} |`,
    `| answered with the cell, of the right report | ${share(judged.map(({ isRight }) => isRight))} |`,
  ].join('\n');
  process.stdout.write(`${table}\n`);
  if (values.write) await writeFigures(`figures ${mirror ? 'with the model' : 'by words'}`, table);
} finally {
  await testBed.close();
  await mirror?.close();
}
process.exit(0);
