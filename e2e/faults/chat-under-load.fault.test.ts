import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, ask, makeApp } from '../src/chat.ts';
import type { Client } from '../src/client.ts';
import { makeBase, settled, upload } from '../src/knowledge.ts';
import { type Product, startProduct } from '../src/product.ts';
import { type Provider, startProvider } from '../src/provider.ts';
import { smallFiles } from '../src/sample-files.ts';

const readers = 64;
const tokens = 60;
const questions = 3;
const rounds = 3;

type TimedAnswer = Answer & { endedAt: number };

/** 99th percentiles in milliseconds. */
interface Times {
  firstToken: number;
  total: number;
}

const p99 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.99) - 1] ?? 0;
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const slowest = (answers: readonly Answer[]): Times => ({
  firstToken: p99(answers.map(({ firstTokenMs }) => firstTokenMs)),
  total: p99(answers.map(({ totalMs }) => totalMs)),
});

describe('64 readers of streamed answers', () => {
  let provider: Provider;
  let product: Product;
  let client: Client;
  let appId: string;

  beforeAll(async () => {
    provider = await startProvider();
    product = await startProduct({
      env: { ...provider.env(`fake-paced-${tokens}`), FREE_CREDITS: '100000000' },
    });
    ({ client } = await product.signUp());
    const base = await makeBase(client, 'Log book');
    await upload(client, base, smallFiles(20));
    await settled(client, base);
    appId = await makeApp(client, 'Help', base);
  });
  afterAll(async () => {
    await product.close();
    await provider.close();
  });

  /** Lets all readers ask at the same moment, and again as soon as they have their answers. */
  const read = async (): Promise<TimedAnswer[]> => {
    const answers: TimedAnswer[] = [];
    const reader = async (at: number) => {
      const visitor = product.visitor();
      const chatUserId = `reader-number-${at}-of-many`;
      for (let question = 0; question < questions; question += 1) {
        const answer = await ask(visitor, { appId, query: 'What does the barge carry?', chatUserId });
        answers.push({ ...answer, endedAt: Date.now() });
      }
    };
    await Promise.all(Array.from({ length: readers }, (_nothing, at) => reader(at)));
    expect(answers.filter(({ end }) => end !== 'done')).toEqual([]);
    return answers;
  };
  /** Returns the answers that were finished while the import was still running. */
  const readBeside = async (name: string): Promise<TimedAnswer[]> => {
    const base = await makeBase(client, name);
    await upload(client, base, smallFiles(200));
    const answers = await read();
    const imports = await settled(client, base);
    const end = Math.max(...imports.map(({ finishedAt }) => Date.parse(finishedAt ?? '')));
    const beside = answers.filter(({ endedAt }) => endedAt <= end);
    expect(beside.length).toBeGreaterThanOrEqual(readers);
    return beside;
  };

  it('wait at most three times as long while 200 files are imported', async () => {
    await read();
    const idle: Times[] = [];
    const busy: Times[] = [];
    for (let round = 0; round < rounds; round += 1) {
      idle.push(slowest(await read()));
      busy.push(slowest(await readBeside(`Import ${round}`)));
    }
    for (const time of ['firstToken', 'total'] as const) {
      const calm = median(idle.map((times) => times[time]));
      const loaded = median(busy.map((times) => times[time]));
      const ratio = `${(loaded / calm).toFixed(2)}×`;
      process.stdout.write(
        `${time} p99: ${calm.toFixed(0)} ms idle, ${loaded.toFixed(0)} ms beside the import, ${ratio}\n`,
      );
      expect(loaded).toBeLessThan(3 * calm);
    }
  });
});
