import { readFile } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { WorkAccount } from '@atelier/turns';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createParserPool, type ParserPool } from '../src/process/index.ts';
import { makeFolder, parseAll } from './files.ts';
import { noisePdf } from './pdf-files.ts';

let folder: Awaited<ReturnType<typeof makeFolder>>;
let noise: Buffer;
let pool: ParserPool;

beforeAll(async () => {
  folder = await makeFolder();
  noise = await noisePdf(200);
});
afterEach(() => pool.close());
afterAll(() => folder.remove());

/** Starts to parse a file that takes minutes. `hasEnded` tells whether it is done. */
const begin = async (owner: string, name: string, content: Buffer | string) => {
  const begun = vi.fn<() => void>();
  const waits = vi.fn<(waits: boolean) => void>();
  const state = { hasEnded: false };
  const job = { ...(await folder.write(name, content)), owner, onProgress: begun, onWaits: waits };
  const read = async () => {
    for await (const block of pool.parse(job)) expect(block.text).toBeDefined();
  };
  const end = () => {
    state.hasEnded = true;
  };
  void read().then(end, end);
  return { state, waits, isRead: () => vi.waitUntil(() => begun.mock.calls.length > 0, { timeout: 60_000 }) };
};
const beginNoise = () => begin('one', 'noise.pdf', noise);

const readOf = async (owner: string, name: string, content: Buffer | string) =>
  parseAll(pool, { ...(await folder.write(name, content)), owner });

describe('turns of companies at the parsers', { timeout: 120_000 }, () => {
  it('read a small file while scans of another company are recognised', async () => {
    pool = createParserPool({ concurrency: 1 });
    const scans = [await beginNoise(), await beginNoise()];
    await scans[0]?.isRead();
    const { blocks } = await readOf('other', 'note.txt', 'A note.');
    expect(blocks[0]?.text).toBe('A note.');
    expect(scans.map(({ state }) => state.hasEnded)).toEqual([false, false]);
  });

  it('recognise the picture of another company between the pages of scans', async () => {
    pool = createParserPool({ concurrency: 1 });
    const scans = [await beginNoise(), await beginNoise(), await beginNoise()];
    await scans[0]?.isRead();
    const picture = await readFile(new URL('pictures/leave.png', import.meta.url));
    const { blocks } = await readOf('other', 'leave.png', picture);
    expect(blocks.map(({ text }) => text).join()).toContain('28 days');
    expect(scans.map(({ state }) => state.hasEnded)).toEqual([false, false, false]);
  });

  it('do not wait for a file that never comes to a pause', async () => {
    const childEntry = new URL('./failing-child.ts', import.meta.url);
    pool = createParserPool({ concurrency: 1, childEntry });
    const { state, isRead } = await begin('one', 'hang.txt', 'Never.');
    await isRead();
    const { blocks } = await readOf('other', 'note.txt', 'A note.');
    expect(blocks[0]?.text).toBe('A note.');
    expect(state.hasEnded).toBe(false);
  });

  it('go on in the background for those who do not pay, where others do', async () => {
    const childEntry = new URL('./failing-child.ts', import.meta.url);
    const account = new WorkAccount(1000);
    pool = createParserPool({ concurrency: 1, childEntry, account });
    const rankOf = async (owner: string) =>
      Number((await readOf(owner, 'rank.txt', 'Rank.')).blocks[0]?.text) - getPriority();
    expect(await rankOf('free at first')).toBe(0);
    account.allow('paying', 60_000);
    expect(await rankOf('free')).toBe(19);
    expect(await rankOf('paying')).toBe(0);
    expect(await rankOf('pays soon')).toBe(19);
    account.allow('pays soon', 60_000);
    expect(await rankOf('pays soon')).toBe(0);
  });

  it('halt files that never come to a pause, so that others read one after the other', async () => {
    const childEntry = new URL('./failing-child.ts', import.meta.url);
    pool = createParserPool({ concurrency: 1, childEntry });
    const hanging: Awaited<ReturnType<typeof begin>>[] = [];
    for (const owner of ['one', 'two', 'three']) hanging.push(await begin(owner, 'hang.txt', 'Never.'));
    await vi.waitUntil(() => hanging.some(({ waits }) => waits.mock.calls.length > 0), { timeout: 60_000 });
    for (const text of ['First.', 'Second.', 'Third.']) {
      const { blocks } = await readOf('other', 'note.txt', text);
      expect(blocks[0]?.text).toBe(text);
    }
    expect(hanging.map(({ state }) => state.hasEnded)).toEqual([false, false, false]);
  });

  it('give a place to others while the reader of a long file is busy with something else', async () => {
    pool = createParserPool({ concurrency: 1 });
    const long = await folder.write('long.txt', 'A paragraph of some length.\n\n'.repeat(20_000));
    const blocks = pool.parse({ ...long, owner: 'one' })[Symbol.asyncIterator]();
    await blocks.next();
    const { blocks: others } = await readOf('other', 'note.txt', 'A note.');
    expect(others[0]?.text).toBe('A note.');
    let count = 1;
    while (!(await blocks.next()).done) count++;
    expect(count).toBe(20_000);
  });
});
