import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createParserPool, type ParserPool } from '@atelier/documents/process';
import { makeBase } from '../../../e2e/src/knowledge.ts';
import { build } from '../../../e2e/src/product.ts';
import { type BenchFile, largePdf, mixedFiles, textFiles } from '../corpus.ts';
import { interleave } from '../interleave.ts';
import type { Measurement, Part } from '../measurement.ts';
import { watchCpu } from '../process-cpu.ts';
import { median } from '../statistics.ts';
import { importAll, prepareTestBed, type TestBed } from '../test-bed.ts';

const files = 200;
const texts = 220;
const rounds = 2;
const pages = 500;
/** The number of files that the product reads at once by default. */
const parsersAtOnce = 2;

/** The program of the parser processes that the product starts, bundled next to the server. */
const childEntry = join(build, 'server', 'parser-child.js');

interface Load {
  folder: string;
  files: BenchFile[];
}

/** What an import took: seconds, and CPU milliseconds of all processes that worked on it. */
interface Took {
  seconds: number;
  cpuMs: number;
}

type Watching = ReturnType<typeof watchCpu>;

const measureWork = async (watching: Watching, work: () => Promise<void>): Promise<Took> => {
  const watch = await watching;
  const startedAt = performance.now();
  await work();
  const seconds = (performance.now() - startedAt) / 1000;
  return { seconds, cpuMs: (await watch.stop()) / 1000 };
};

const medianOf = (rounds: readonly Took[]): Took => ({
  seconds: median(rounds.map(({ seconds }) => seconds)),
  cpuMs: median(rounds.map(({ cpuMs }) => cpuMs)),
});

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

/** Compares imports with the parsers alone, whose blocks are received and discarded by this process. */
const compare = async ({ client, product }: TestBed, pool: ParserPool, content: BenchFile[]) => {
  const load = await prepare(content);
  const pid = product.pid ?? 0;
  try {
    const found = await interleave(rounds, {
      ours: async () => {
        const base = await makeBase(client, `Base ${crypto.randomUUID()}`);
        return measureWork(watchCpu(pid), () => importAll(client, base, content));
      },
      limit: () => measureWork(watchCpu(process.pid, pid), () => parseAll(pool, load)),
    });
    return { ours: medianOf(found.ours), limit: medianOf(found.limit) };
  } finally {
    await rm(load.folder, { recursive: true, force: true });
  }
};

interface Described {
  name: string;
  what: string;
  /** The number of documents or pages, and the name of one. */
  count: number;
  one: string;
  limitIs: string;
  distance: string;
}

const rowsOf = (
  { name, what, count, one, limitIs, distance }: Described,
  { ours, limit }: Awaited<ReturnType<typeof compare>>,
): Measurement[] => [
  {
    ...{ name, what, unit: `${one}s/s`, better: 'higher', limitIs, distance },
    ...{ ours: count / ours.seconds, limit: count / limit.seconds },
  },
  {
    ...{
      name: `${name}.cpu`,
      what: `${what}, CPU of all processes for each ${one}`,
      unit: 'ms',
      better: 'lower',
    },
    ...{ ours: ours.cpuMs / count, limit: limit.cpuMs / count, limitIs, distance },
  },
];

const measureOn = async (testBed: TestBed): Promise<Measurement[]> => {
  const pool = createParserPool({ concurrency: parsersAtOnce, childEntry });
  const small = {
    one: 'document',
    limitIs: `the parsers alone, ${parsersAtOnce} child processes`,
    distance:
      'upload and fsync, token counts while chunking, index segments, rows of file, document, run, chunk and audit, and their indexes',
  };
  try {
    const mixed = await compare(testBed, pool, mixedFiles(files, 3));
    const text = await compare(testBed, pool, textFiles(texts, 5));
    const large = await compare(testBed, pool, [largePdf(pages, 4)]);
    return [
      ...rowsOf(
        {
          ...{ name: 'ingest.mixed', count: files, ...small },
          what: `import of ${files} small files of eight kinds, from upload to searchable`,
        },
        mixed,
      ),
      ...rowsOf(
        {
          ...{ name: 'ingest.text', count: texts, ...small },
          what: `import of ${texts} text files, from upload to searchable`,
        },
        text,
      ),
      ...rowsOf(
        {
          ...{ name: 'ingest.pdf', count: pages, one: 'page' },
          what: `import of a ${pages}-page PDF`,
          limitIs: 'the PDF parser alone, one child process',
          distance:
            'token counts while chunking (a quarter of the CPU of the server in a profile), index segments, writes in batches of 64',
        },
        large,
      ),
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
