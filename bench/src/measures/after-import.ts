import { createWords, handbooks } from '../corpus.ts';
import { KeepAliveClient, requestBytes } from '../load/keep-alive-client.ts';
import type { Measurement, Part } from '../measurement.ts';
import { percentile } from '../statistics.ts';
import { importKnowledgeBase, prepareTestBed, type TestBed } from '../test-bed.ts';

/** Fifty files of 250 sections, split into chunks of at most 100 tokens: a little more than fifty thousand chunks. */
const source = { files: 50, sections: 250, chunking: { maxTokens: 100, overlapTokens: 0 } };
const questions = 200;

/** Asks questions over HTTP one after the other. Resolves to the milliseconds of each. */
const ask = async (testBed: TestBed, knowledgeBaseId: string, seed: number): Promise<number[]> => {
  const client = await KeepAliveClient.open(testBed.product.origin);
  const { words } = createWords(seed);
  const times: number[] = [];
  try {
    for (let count = 0; count < questions; count += 1) {
      const request = requestBytes('POST', '/api/query-engine/retrieval-test', {
        headers: { authorization: `Bearer ${testBed.apiKey}` },
        body: { knowledgeBaseId, query: words(5).join(' '), topK: 10 },
      });
      const startedAt = performance.now();
      await client.send(request);
      times.push(performance.now() - startedAt);
    }
  } finally {
    client.close();
  }
  return times;
};

const measureOn = async (testBed: TestBed, database: string): Promise<Measurement> => {
  const { chunking } = source;
  // The database plans every statement before the tables grow.
  await ask(testBed, await importKnowledgeBase(testBed, handbooks(1, 20, 5), { chunking }), 1);
  const base = await importKnowledgeBase(testBed, handbooks(source.files, source.sections, 6), { chunking });
  const fresh = await ask(testBed, base, 2);
  await testBed.product.sql('analyze');
  await ask(testBed, base, 3);
  const analysed = await ask(testBed, base, 2);
  const [found] = await testBed.product.sql<{ chunks: number }>('select count(*)::int as chunks from chunks');
  return {
    name: `retrieval.after-import.${database}`,
    what: `retrieval test over HTTP right after an import of ${(found?.chunks ?? 0).toLocaleString('en')} chunks, p50, ${database} PostgreSQL`,
    unit: 'ms',
    better: 'lower',
    ours: percentile(fresh, 0.5),
    limit: percentile(analysed, 0.5),
    limitIs: 'the same questions after an ANALYZE of the whole database',
    distance: 'the first questions load the index; segments are merged meanwhile',
  };
};

/** Returns the databases to measure. `BENCH_DATABASE_URL` adds an empty database of another PostgreSQL. */
const databases = (): [name: string, url: string | undefined][] => {
  const url = process.env['BENCH_DATABASE_URL'];
  return url === undefined
    ? [['embedded', undefined]]
    : [
        ['embedded', undefined],
        ['separate', url],
      ];
};

/** Compares questions right after an import with questions after the statistics of the database have been updated. */
export const afterImportPart: Part = {
  name: 'after-import',
  async measure({ env }) {
    const measured: Measurement[] = [];
    for (const [name, url] of databases()) {
      const testBed = await prepareTestBed(env, url);
      try {
        measured.push(await measureOn(testBed, name));
      } finally {
        await testBed.close();
      }
    }
    return measured;
  },
};
