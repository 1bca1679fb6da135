import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createParserPool, type ParserPool, type ParserPoolOptions } from '../src/process/index.ts';
import { makeFolder, parseAll } from './files.ts';
import { pdf } from './pdf-files.ts';

let folder: Awaited<ReturnType<typeof makeFolder>>;
const pools: ParserPool[] = [];

function makePool(options: ParserPoolOptions = {}): ParserPool {
  const pool = createParserPool({ concurrency: 1, ...options });
  pools.push(pool);
  return pool;
}

beforeAll(async () => {
  folder = await makeFolder();
});
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});
afterAll(() => folder.remove());

const manyParagraphs = Array.from({ length: 2000 }, (_, index) => `Paragraph ${index}.`).join('\n\n');
const failingChild = { childEntry: new URL('./failing-child.ts', import.meta.url) };
const fine = async (pool: ParserPool) => {
  const { blocks } = await parseAll(pool, await folder.write('fine.txt', 'Still working.'));
  expect(blocks).toEqual([{ kind: 'paragraph', text: 'Still working.' }]);
};

describe('parser pool', () => {
  it('continues after a child was killed in the middle of a file', async () => {
    const pool = makePool(failingChild);
    const outcome = await parseAll(pool, await folder.write('die.txt', manyParagraphs));
    expect(outcome.code).toBe('documents.parser_crashed');
    await fine(pool);
  });

  it('stops a file at its deadline, and continues', async () => {
    const pool = makePool({ ...failingChild, deadlineMs: 4000 });
    const outcome = await parseAll(pool, await folder.write('hang.txt', 'Never.'));
    expect(outcome.code).toBe('documents.deadline');
    await fine(pool);
  });

  it('survives a child that runs out of memory', async () => {
    const pool = makePool({ heapMb: 40 });
    const file = await folder.write('large.json', `[${'[],'.repeat(4_000_000)}[]]`);
    const outcome = await parseAll(pool, file);
    expect(outcome.code).toBe('documents.out_of_memory');
    await fine(pool);
  });

  it('reads the next file with the same child while the last blocks of a file are worked on', async () => {
    const pool = makePool({ childEntry: new URL('./counting-child.ts', import.meta.url) });
    const first = pool.parse(await folder.write('first.txt', 'First.'))[Symbol.asyncIterator]();
    expect(await first.next()).toMatchObject({ value: { text: '1' } });
    const next = await parseAll(pool, await folder.write('next.txt', 'Next.'));
    expect(next.blocks.map(({ text }) => text)).toEqual(['2']);
    expect((await first.next()).done).toBe(true);
  });

  it('ends the work when the signal aborts, with its reason', async () => {
    const pool = makePool();
    const controller = new AbortController();
    const reason = new Error('cancelled by a person');
    const file = await folder.write('long.txt', manyParagraphs);
    const blocks = pool.parse({ ...file, signal: controller.signal })[Symbol.asyncIterator]();
    await blocks.next();
    controller.abort(reason);
    const readOn = async () => {
      while (!(await blocks.next()).done) continue;
    };
    await expect(readOn()).rejects.toBe(reason);
    await fine(pool);
  });

  it('refuses a file that waits for its turn when its signal aborts', async () => {
    const pool = makePool();
    const file = await folder.write('long.txt', manyParagraphs);
    const first = pool.parse(file)[Symbol.asyncIterator]();
    await first.next();
    const controller = new AbortController();
    const waiting = { ...file, signal: controller.signal };
    const second = parseAll(pool, waiting);
    controller.abort(new Error('no longer wanted'));
    await expect(second).rejects.toThrow('no longer wanted');
    await first.return?.();
    await fine(pool);
  });

  it('gives the child back when the reader leaves early', async () => {
    const pool = makePool();
    for await (const block of pool.parse(await folder.write('long.txt', manyParagraphs))) {
      expect(block.text).toBe('Paragraph 0.');
      break;
    }
    await fine(pool);
  });

  it('lets the child wait for a slow reader instead of sending everything', async () => {
    const pool = makePool();
    const fractions: number[] = [];
    const file = await folder.write('long.txt', 'A paragraph of some length.\n\n'.repeat(200_000));
    const blocks = pool.parse({ ...file, onProgress: (fraction) => void fractions.push(fraction) });
    const iterator = blocks[Symbol.asyncIterator]();
    await iterator.next();
    await new Promise((resolve) => setTimeout(resolve, 500));
    for (let index = 0; index < 100; index++) await iterator.next();
    // After a hundred blocks the child has read a few batches and not all six megabytes.
    expect(Math.max(0, ...fractions)).toBeLessThan(0.2);
    await iterator.return?.();
  });

  it('does not count the time of a slow reader against the deadline', async () => {
    const pool = makePool({ deadlineMs: 4000 });
    const texts: string[] = [];
    for await (const { text } of pool.parse(await folder.write('long.txt', manyParagraphs))) {
      texts.push(text);
      if (texts.length === 1) await new Promise((resolve) => setTimeout(resolve, 4500));
    }
    expect(texts).toHaveLength(2000);
  });

  it('parses several files at the same time and all of many files in turn', async () => {
    const pool = makePool({ concurrency: 2 });
    const files = await Promise.all(
      Array.from({ length: 40 }, (_, index) => folder.write(`note ${index}.txt`, `Note ${index}.`)),
    );
    const outcomes = await Promise.all(files.map((file) => parseAll(pool, file)));
    expect(outcomes.map((outcome) => outcome.blocks[0]?.text)).toEqual(
      files.map((_, index) => `Note ${index}.`),
    );
  });

  it('streams a PDF of 500 pages with its page numbers', async () => {
    const pool = makePool();
    const { blocks } = await parseAll(pool, await folder.write('book.pdf', await pdf(500)));
    expect(blocks.at(-1)?.page).toBe(500);
    expect(blocks.find((block) => block.text.includes('heron317'))?.page).toBe(317);
  });

  it('says that the pool is closed, rather than blaming the document', async () => {
    const pool = makePool();
    const file = await folder.write('long.txt', manyParagraphs);
    const blocks = pool.parse(file)[Symbol.asyncIterator]();
    await blocks.next();
    await pool.close();
    const readOn = async () => {
      while (!(await blocks.next()).done) continue;
    };
    await expect(readOn()).rejects.toThrow('closed');
    await expect(parseAll(pool, file)).rejects.toThrow('closed');
  });

  it('leaves no child behind when the server is killed while a file hangs', async () => {
    const file = await folder.write('hang.txt', 'Never.');
    const script = fileURLToPath(new URL('./killed-parent.ts', import.meta.url));
    const parent = spawn(process.execPath, [script, file.path], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const child = Number(line.toString());
    parent.kill('SIGKILL');
    await vi.waitUntil(() => !existsSync(`/proc/${child}`) && child > 0, { timeout: 25_000, interval: 50 });
    expect(parent.killed).toBe(true);
  });

  it('passes the error of the system on when the file is not there', async () => {
    const pool = makePool();
    await expect(parseAll(pool, { path: '/nowhere/a.txt', name: 'a.txt' })).rejects.toThrow('ENOENT');
    await fine(pool);
  });
});
