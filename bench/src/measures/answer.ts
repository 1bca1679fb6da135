import { setTimeout as sleep } from 'node:timers/promises';
import { startChild } from '../child.ts';
import { mixedFiles } from '../corpus.ts';
import { interleave } from '../interleave.ts';
import { type ReadStream, readStream } from '../load/read-stream.ts';
import type { Measurement, Part } from '../measurement.ts';
import { readCpu } from '../process-cpu.ts';
import { median, percentile } from '../statistics.ts';
import { importKnowledgeBase, makeApp, prepareTestBed, type TestBed } from '../test-bed.ts';

const question = 'How many days of leave do employees get?';
const short = 'fake-tokens-10';
const long = { model: 'fake-paced-300', tokens: 300, atOnce: 8 };
const rounds = 3;
const askedInARow = 96;
/** The questions before the first measurement of each contender: V8 compiles a function fully once it was called some thousand times. */
const askedToWarm = 3000;
const callers = [1, 16, 64];
const firstTokens = { streams: 64, rounds: 8 };

/** One way to get an answer: the product with one kind of app, or the proxy. */
interface Contender {
  pids(): Promise<number[]>;
  /** Asks the next question of a caller's conversation, and reads the answer to its end. */
  ask(model: string, caller: number): Promise<ReadStream>;
}

const spentBy = async (pids: readonly number[]): Promise<number> =>
  (await Promise.all(pids.map(readCpu))).reduce((sum, cpu) => sum + cpu, 0);

/** Measures the CPU time of all processes for an answer and the work that follows it, in milliseconds. */
const cpuPerAnswer =
  ({ pids, ask }: Contender, { model, atOnce, count }: { model: string; atOnce: number; count: number }) =>
  async (): Promise<number> => {
    const serving = await pids();
    const before = await spentBy(serving);
    await Promise.all(
      Array.from({ length: atOnce }, async (_, caller) => {
        for (let asked = caller; asked < count; asked += atOnce) await ask(model, caller);
      }),
    );
    await sleep(300);
    return ((await spentBy(serving)) - before) / count / 1000;
  };

/** Measures the time to the first token of streams that begin at the same moment, in milliseconds: the median of all. */
const firstTokenOfMany =
  ({ ask }: Contender) =>
  async (): Promise<number> => {
    const asked = Array.from({ length: firstTokens.streams }, (_, caller) => ask(short, caller));
    return percentile(
      (await Promise.all(asked)).map(({ firstMs }) => firstMs),
      0.5,
    );
  };

const conversationOf = (head: string): string | undefined => /"conversationId":"([^"]+)"/.exec(head)?.[1];

const ourContender = (testBed: TestBed, apps: ReadonlyMap<string, string>): Contender => {
  const conversations = new Map<string, string>();
  const url = `${testBed.product.origin}/api/content/query`;
  const bodyOf = (model: string, caller: number) => ({
    appId: apps.get(model),
    query: question,
    chatUserId: `caller-${caller}`,
    conversationId: conversations.get(`${model} ${caller}`),
    stream: true,
  });
  return {
    pids: async () => (await testBed.product.processes()).map(({ pid }) => pid),
    async ask(model, caller) {
      const read = await readStream({ url, body: bodyOf(model, caller), marker: 'event: token' });
      const conversation = conversationOf(read.head);
      if (conversation !== undefined) conversations.set(`${model} ${caller}`, conversation);
      return read;
    },
  };
};

const proxyContender = ({ address, pid }: { address: string; pid: number }): Contender => {
  const url = `${address}/v1/chat/completions`;
  const bodyOf = (model: string, content: string) => ({
    model,
    stream: true,
    messages: [{ role: 'user', content }],
  });
  return {
    pids: () => Promise.resolve([pid]),
    ask: (model) => readStream({ url, body: bodyOf(model, question), marker: '"content":"token' }),
  };
};

const contenders = async (testBed: TestBed, origin: string, proxy: { address: string; pid: number }) => {
  const models = [short, long.model];
  const { providerId } = await testBed.client.post<{ providerId: string }>('/api/tenant/model-providers', {
    kind: 'openai-compatible',
    name: 'Fake',
    settings: { baseUrl: origin, apiKey: 'sk-bench' },
    chatModels: models,
  });
  const base = await importKnowledgeBase(testBed, mixedFiles(40, 2));
  const appsOver = async (knowledgeBaseIds: string[]) => {
    const apps = new Map<string, string>();
    for (const model of models)
      apps.set(model, await makeApp(testBed, { knowledgeBaseIds, modelId: `${providerId}/${model}` }));
    return ourContender(testBed, apps);
  };
  return { plain: await appsOver([]), informed: await appsOver([base]), limit: proxyContender(proxy) };
};

type Contenders = Record<'plain' | 'informed' | 'limit', Contender>;

const proxyIs = 'a bare Node proxy to the same model, which stores and charges nothing';

/** Asks so many questions that the path is compiled, as it is on a server that has worked for some minutes. */
const warm = async (contenders: readonly Contender[]): Promise<void> => {
  for (const { ask } of contenders) {
    let left = askedToWarm;
    const work = async () => {
      while (left > 0) {
        left -= 1;
        // Other callers than those that are measured, so that no conversation becomes long.
        await ask(short, 1000 + (left % 200));
      }
    };
    await Promise.all(Array.from({ length: 16 }, work));
  }
};

const measureAnswers = async ({ plain, informed, limit }: Contenders): Promise<Measurement[]> => {
  const measurements: Measurement[] = [];
  for (const atOnce of callers) {
    const load = { model: short, atOnce, count: askedInARow };
    const costs = await interleave(rounds, {
      plain: cpuPerAnswer(plain, load),
      informed: cpuPerAnswer(informed, load),
      limit: cpuPerAnswer(limit, load),
    });
    for (const [kind, what] of [
      ['plain', 'without knowledge'],
      ['informed', 'over a knowledge base'],
    ] as const)
      measurements.push({
        name: `answer.cpu.${kind}.${atOnce}`,
        what: `a follow-up question ${what}, CPU of server and database, ${atOnce} at once`,
        unit: 'ms',
        better: 'lower',
        ours: median(costs[kind]),
        limit: median(costs.limit),
        limitIs: proxyIs,
        distance: 'the question with its hold and the answer with its charge are a transaction each',
      });
  }
  return measurements;
};

const measureStreams = async ({ plain, limit }: Contenders): Promise<Measurement[]> => {
  const load = { ...long, count: 2 * long.atOnce };
  const costs = await interleave(rounds, {
    ours: cpuPerAnswer(plain, load),
    limit: cpuPerAnswer(limit, load),
  });
  const firsts = await interleave(firstTokens.rounds, {
    ours: firstTokenOfMany(plain),
    limit: firstTokenOfMany(limit),
  });
  return [
    {
      name: 'answer.cpu.stream',
      what: `an answer of ${long.tokens} tokens, CPU of server and database, ${long.atOnce} at once`,
      unit: 'ms',
      better: 'lower',
      ours: median(costs.ours),
      limit: median(costs.limit),
      limitIs: proxyIs,
      distance: 'parse each chunk, clean the text, look for citations, write events',
    },
    {
      name: 'answer.first-token.64',
      what: 'time to first token of 64 answers that begin at once, median',
      unit: 'ms',
      better: 'lower',
      ours: median(firsts.ours),
      limit: median(firsts.limit),
      limitIs: proxyIs,
      distance: 'each of the 64 begins with a transaction that is committed',
    },
  ];
};

/** Measures the cost of an answer: by callers, by length, and to the first token of many. */
export const answerPart: Part = {
  name: 'answer',
  async measure({ env }) {
    const fakeFile = new URL('../../../packages/models/tests/fake-openai.ts', import.meta.url);
    const fake = await startChild(fakeFile, 0, ['--port']);
    const { host, hostname, origin } = new URL(fake.address);
    const proxy = await startChild(new URL('../limits/bare-proxy.ts', import.meta.url), { target: origin });
    const noLimits = { STREAMS_PER_USER: '0', STREAMS_PER_TENANT: '0', STREAMS_PER_ADDRESS: '0' };
    const testBed = await prepareTestBed({ OUTBOUND_ALLOW: `${host},${hostname}`, ...noLimits, ...env });
    try {
      const all = await contenders(testBed, fake.address, proxy);
      await warm(Object.values(all));
      return [...(await measureAnswers(all)), ...(await measureStreams(all))];
    } finally {
      await testBed.close();
      await proxy.stop();
      await fake.stop();
    }
  },
};
