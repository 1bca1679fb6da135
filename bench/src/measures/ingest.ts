import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createParserPool, type ParserPool } from '@atelier/documents/process';
import { makeBase } from '../../../e2e/src/knowledge.ts';
import { build } from '../../../e2e/src/product.ts';
import { type BenchFile, largePdf, mixedFiles } from '../corpus.ts';
import { interleave } from '../interleave.ts';
import type { Measurement, Part } from '../measurement.ts';
import { median } from '../statistics.ts';
import { importAll, prepareTestBed, type TestBed } from '../test-bed.ts';

const files = 200;
const pages = 500;
/** The number of files that the product reads at once by default. */
const parsersAtOnce = 2;

/** The program of the parser processes that the product starts, bundled next to the server. */
const childEntry = join(build, 'server', 'parser-child.js');

interface Load {
  folder: string;
  files: BenchFile[];
}

const secondsOf = async (work: () => Promise<void>): Promise<number> => {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1000;
};

/** Reads every file to its last block and discards the blocks. */
const parseAll = async (pool: ParserPool, load: Load): Promise<void> => {
  await Promise.all(
    load.files.map(async ({ name }) => {
      for await (const block of pool.parse({ path: join(load.folder, name), name }))
        if (block.text === '') throw new Error(`An empty block in ${name}`);
    }),
  );
};

const prepare = async (content: BenchFile[]): Promise<Load> => {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-bench-'));
  for (const file of content) await writeFile(join(folder, file.name), file.content);
  return { folder, files: content };
};

const compare = async ({ client }: TestBed, pool: ParserPool, content: BenchFile[], rounds: number) => {
  const load = await prepare(content);
  try {
    const found = await interleave(rounds, {
      ours: async () => {
        const base = await makeBase(client, `Base ${crypto.randomUUID()}`);
        return secondsOf(() => importAll(client, base, content));
      },
      limit: () => secondsOf(() => parseAll(pool, load)),
    });
    return { ours: median(found.ours), limit: median(found.limit) };
  } finally {
    await rm(load.folder, { recursive: true, force: true });
  }
};

const measureOn = async (testBed: TestBed): Promise<Measurement[]> => {
  const pool = createParserPool({ concurrency: parsersAtOnce, childEntry });
  try {
    const small = await compare(testBed, pool, mixedFiles(files, 3), 2);
    const large = await compare(testBed, pool, [largePdf(pages, 4)], 2);
    return [
      {
        name: 'ingest.mixed',
        what: `import of ${files} small files of eight kinds, from upload to searchable`,
        unit: 'documents/s',
        better: 'higher',
        ours: files / small.ours,
        limit: files / small.limit,
        limitIs: `the parsers alone, ${parsersAtOnce} child processes`,
        distance:
          'upload and fsync, several transactions per file, chunking with token counts, index segment',
      },
      {
        name: 'ingest.pdf',
        what: `import of a ${pages}-page PDF`,
        unit: 'pages/s',
        better: 'higher',
        ours: pages / large.ours,
        limit: pages / large.limit,
        limitIs: 'the PDF parser alone, one child process',
        distance:
          'token counts while chunking (a quarter of the CPU of the server in a profile), index segments, writes in batches of 64',
      },
    ];
  } finally {
    await pool.close();
  }
};

/** Compares imports through the product with its parsers alone. */
export const ingestPart: Part = {
  name: 'ingest',
  async measure({ env }) {
    const testBed = await prepareTestBed(env);
    try {
      return await measureOn(testBed);
    } finally {
      await testBed.close();
    }
  },
};
