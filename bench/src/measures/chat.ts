import { setTimeout as sleep } from 'node:timers/promises';
import { type Child, startChild } from '../child.ts';
import { mixedFiles } from '../corpus.ts';
import { interleave } from '../interleave.ts';
import { type ReadStream, readStream } from '../load/read-stream.ts';
import type { Measurement, Part } from '../measurement.ts';
import { readCpu } from '../process-cpu.ts';
import { median, percentile } from '../statistics.ts';
import { importKnowledgeBase, makeApp, prepareTestBed, type TestBed } from '../test-bed.ts';

const streams = 8;
const fast = { model: 'fake-tokens-2000', tokens: 2000, rounds: 5 };
const paced = { model: 'fake-paced-400', tokens: 400, rounds: 3 };
const short = 'fake-tokens-10';
const firstTokenRounds = 40;

const question = 'How many days of leave do employees get?';

const answersInARow = 20;
const answerRounds = 5;

interface Contender {
  /** The process id of the server. */
  pid: number;
  /** Resolves to the process ids of the server and its database. */
  pids(): Promise<number[]>;
  ask(model: string): Promise<ReadStream>;
}

/** A text about as long as the prompt that the product sends: instructions and eight chunks. */
const prompt = 'chunk '.repeat(1_600);

const contenders = async (testBed: TestBed, fake: Child, proxy: Child) => {
  const { providerId } = await testBed.client.post<{ providerId: string }>('/api/tenant/model-providers', {
    kind: 'openai-compatible',
    name: 'Fake',
    settings: { baseUrl: fake.address, apiKey: 'sk-bench' },
    chatModels: [fast.model, paced.model, short],
  });
  const base = await importKnowledgeBase(testBed, mixedFiles(40, 2));
  const apps = new Map<string, string>();
  for (const model of [fast.model, paced.model, short])
    apps.set(model, await makeApp(testBed, { knowledgeBaseIds: [base], modelId: `${providerId}/${model}` }));
  const ours: Contender = {
    pid: testBed.product.pid ?? 0,
    pids: async () => (await testBed.product.processes()).map(({ pid }) => pid),
    ask: (model) =>
      readStream({
        url: `${testBed.product.origin}/api/content/query`,
        body: { appId: apps.get(model), query: question, chatUserId: crypto.randomUUID(), stream: true },
        marker: 'event: token',
      }),
  };
  const limit: Contender = {
    pid: proxy.pid,
    pids: async () => [proxy.pid],
    ask: (model) =>
      readStream({
        url: `${proxy.address}/v1/chat/completions`,
        body: { model, stream: true, messages: [{ role: 'user', content: prompt }] },
        marker: '"content":"token',
      }),
  };
  return { ours, limit };
};

/** Measures the CPU time of the process for each token of eight streams at once, in microseconds. */
const cpuPerToken =
  ({ pid, ask }: Contender, { model, tokens }: typeof fast) =>
  async (): Promise<number> => {
    const before = await readCpu(pid);
    await Promise.all(Array.from({ length: streams }, () => ask(model)));
    // The work that follows the last token belongs to the answer too.
    await sleep(150);
    return ((await readCpu(pid)) - before) / (tokens * streams);
  };

/** Measures the CPU time of all processes for a short answer and the work that follows it, in milliseconds. */
const cpuPerAnswer =
  ({ pids, ask }: Contender) =>
  async (): Promise<number> => {
    const serving = await pids();
    const spent = async () => (await Promise.all(serving.map(readCpu))).reduce((sum, cpu) => sum + cpu, 0);
    const before = await spent();
    for (let count = 0; count < answersInARow; count += 1) await ask(short);
    await sleep(300);
    return ((await spent()) - before) / answersInARow / 1000;
  };

const measureOn = async ({ ours, limit }: Record<'ours' | 'limit', Contender>): Promise<Measurement[]> => {
  const measurements: Measurement[] = [];
  const firsts = await interleave(firstTokenRounds, {
    ours: async () => (await ours.ask(short)).firstMs,
    limit: async () => (await limit.ask(short)).firstMs,
  });
  for (const [name, share] of [
    ['p50', 0.5],
    ['p90', 0.9],
  ] as const)
    measurements.push({
      name: `chat.first-token.${name}`,
      what: `chat over a knowledge base, time to first token, ${name}`,
      unit: 'ms',
      better: 'lower',
      ours: percentile(firsts.ours, share),
      limit: percentile(firsts.limit, share),
      limitIs: 'a bare Node proxy to the same model',
      distance:
        'the question with its credit hold and the search: a transaction each, before the model is called',
    });
  const answers = await interleave(answerRounds, { ours: cpuPerAnswer(ours), limit: cpuPerAnswer(limit) });
  measurements.push({
    name: 'chat.cpu.answer',
    what: 'chat, CPU of server and database for a short answer',
    unit: 'ms',
    better: 'lower',
    ours: median(answers.ours),
    limit: median(answers.limit),
    limitIs: 'the proxy, which stores and charges nothing',
    distance: 'a transaction each: the question with its hold, the search, and the answer with its charge',
  });
  for (const load of [fast, paced]) {
    const costs = await interleave(load.rounds, {
      ours: cpuPerToken(ours, load),
      limit: cpuPerToken(limit, load),
    });
    const pace = load === fast ? 'as fast as read' : 'one token every 2 ms';
    measurements.push({
      name: `chat.cpu.${load.model}`,
      what: `chat, CPU of the server per token, ${streams} streams, ${pace}`,
      unit: 'µs',
      better: 'lower',
      ours: median(costs.ours),
      limit: median(costs.limit),
      limitIs: 'the proxy, which does not parse the stream',
      distance: 'parsing each chunk, cleaning the text, searching for citations, writing an event',
    });
  }
  return measurements;
};

/** Compares a chat through the product with a proxy to the same fake model. */
export const chatPart: Part = {
  name: 'chat',
  async measure({ env }) {
    const fakeFile = new URL('../../../packages/models/tests/fake-openai.ts', import.meta.url);
    const fake = await startChild(fakeFile, 0, ['--port']);
    const { host, hostname, origin } = new URL(fake.address);
    const proxy = await startChild(new URL('../limits/bare-proxy.ts', import.meta.url), { target: origin });
    const testBed = await prepareTestBed({ OUTBOUND_ALLOW: `${host},${hostname}`, ...env });
    try {
      return await measureOn(await contenders(testBed, fake, proxy));
    } finally {
      await testBed.close();
      await proxy.stop();
      await fake.stop();
    }
  },
};
