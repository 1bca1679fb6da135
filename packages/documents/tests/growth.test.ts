import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DocumentError } from '../src/index.ts';
import { ParserProcess } from '../src/process/parser-process.ts';
import { makeFolder } from './files.ts';
import { worstFiles } from './worst-files.ts';

const childEntry = new URL('../src/parser-child.ts', import.meta.url);
const length = 300_000;
/** Twice the length may take three times as long, because memory gets slower. Four times is quadratic. */
const mostGrowth = 3.2;
/** What takes fewer milliseconds says nothing about growth. */
const leastMs = 250;

/** The milliseconds that a process has computed, which do not depend on what else the machine does; undefined when it has ended. */
const computedMs = (pid: number): number | undefined => {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return undefined;
  }
};

let folder: Awaited<ReturnType<typeof makeFolder>>;
let parser: ParserProcess | undefined;

beforeAll(async () => {
  folder = await makeFolder();
});
afterAll(async () => {
  await parser?.kill();
  await folder.remove();
});

const read = async (name: string, content: Buffer | string): Promise<void> => {
  const job = await folder.write(name, content);
  if (parser?.isAlive() !== true) parser = new ParserProcess({ childEntry, heapMb: 512, deadlineMs: 60_000 });
  try {
    for await (const block of parser.run(job)) expect(block.kind).toBeDefined();
  } catch (error) {
    // A refusal is fine, if it comes early.
    expect(error).toBeInstanceOf(DocumentError);
    expect(error).not.toMatchObject({ code: 'documents.deadline' });
    expect(error).not.toMatchObject({ code: 'documents.parser_crashed' });
  }
};

/** Returns the milliseconds that reading the file takes. A child that refused the last file is started and warmed up again. */
const measure = async (name: string, small: Buffer | string, content: Buffer | string): Promise<number> => {
  await read(name, small);
  if (parser?.isAlive() !== true) await read('warm.txt', 'Warm.');
  const pid = (await parser?.pid()) ?? 0;
  const before = computedMs(pid) ?? 0;
  let after = before;
  const look = () => {
    after = computedMs(pid) ?? after;
  };
  const timer = setInterval(look, 5);
  await read(name, content);
  clearInterval(timer);
  look();
  return after - before;
};

const all = Object.entries(worstFiles).flatMap(([format, files]) =>
  files.map(({ what, name, make }) => ({ title: `${format}: ${what}`, name, make })),
);

describe('the time that a document takes', () => {
  it.each(Object.entries(worstFiles))('is known for the worst files of %s', (_format, files) => {
    expect(files.length).toBeGreaterThan(0);
  });

  it.each(all)('grows no faster than the document: $title', { timeout: 240_000 }, async ({ name, make }) => {
    const small = make(2000);
    const measureGrowth = async (): Promise<number> => {
      const once = await measure(name, small, make(length));
      const twice = await measure(name, small, make(2 * length));
      return twice < leastMs ? 0 : twice / once;
    };
    // Caches that other processes share slow a measurement down, and never make one faster.
    const first = await measureGrowth();
    expect(first < mostGrowth ? first : await measureGrowth()).toBeLessThan(mostGrowth);
  });
});
