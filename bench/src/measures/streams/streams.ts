import { setTimeout as sleep } from 'node:timers/promises';
import { startChild } from '../../child.ts';
import { type Followed, followTokens } from '../../load/follow-tokens.ts';
import type { Measurement, Part } from '../../measurement.ts';
import { readCpu, residentMemory } from '../../process-cpu.ts';
import { percentile } from '../../statistics.ts';
import { makeApp, prepareTestBed } from '../../test-bed.ts';

const streams = 500;
const everyMs = 50;
/** Every stream goes on for this time after the last one began. */
const keepMs = 10_000;
/** The server reads at most 64 bodies of one address at a time. */
const openedAtOnce = 25;
/** The memory is read this long after the last stream was opened, while all of them are being written. */
const settledMs = 6000;

interface Contender {
  /** The first is the process whose memory counts. */
  pids(): Promise<number[]>;
  url: string;
  body(caller: number): object;
}

interface Load {
  /** Streams whose text is not what the model wrote. */
  wrong: number;
  /** The longest delay of 99 of 100 tokens, in milliseconds. */
  delayMs: number;
  memoryKib: number;
  /** CPU of all processes for a thousand tokens, in milliseconds. */
  cpuMs: number;
}

const cpuOf = async (pids: readonly number[]): Promise<number> =>
  (await Promise.all(pids.map(readCpu))).reduce((sum, cpu) => sum + cpu, 0) / 1000;

/** Returns whether the whole text consists of every token, in order, of the end, and of nothing else. */
const isWhole = ({ text, delays }: Followed): boolean => {
  const numbers = text.replaceAll(/@\d{13} /g, ' ');
  return numbers === `${delays.map((_, number) => `${number} `).join('')}end`;
};

/** Opens all streams, a few at a time, and returns once each has its first token. */
const openAll = async (follow: (caller: number, onFirst: () => void) => Promise<Followed>) => {
  const open: Promise<Followed>[] = [];
  while (open.length < streams) {
    const firsts = Array.from({ length: openedAtOnce }, () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const followed = follow(open.length, resolve);
      open.push(followed);
      return Promise.race([promise, followed]);
    });
    await Promise.all(firsts);
  }
  return open;
};

/** Opens all streams, and follows them to their ends. */
const loadWithStreams = async ({ pids, url, body }: Contender): Promise<Load> => {
  const follow = (caller: number, onFirst: () => void) => followTokens({ url, body: body(caller), onFirst });
  // The memory that only the first answers take, such as for compiled code, belongs to no stream.
  await Promise.all(Array.from({ length: openedAtOnce }, (_, caller) => follow(caller, () => undefined)));
  const serving = await pids();
  const [server = 0] = serving;
  const [memoryBefore, cpuBefore] = [await residentMemory(server), await cpuOf(serving)];
  const open = await openAll(follow);
  await sleep(settledMs);
  const memory = (await residentMemory(server)) - memoryBefore;
  const followed = await Promise.all(open);
  await sleep(500);
  const delays = followed.flatMap((one) => one.delays);
  return {
    wrong: followed.filter((one) => !isWhole(one)).length,
    delayMs: percentile(delays, 0.99),
    memoryKib: (memory * 1024) / streams,
    cpuMs: ((await cpuOf(serving)) - cpuBefore) / (delays.length / 1000),
  };
};

const described = (ours: Load, limit: Load): Measurement[] => {
  const figure = (
    [name, key]: [string, keyof Load],
    what: string,
    unit: string,
    distance: string,
  ): Measurement => ({
    name: `streams.${name}`,
    what: `${streams} open streams of ${1000 / everyMs} tokens a second, ${what}`,
    unit,
    better: 'lower',
    ours: ours[key],
    limit: limit[key],
    limitIs: 'a bare Node proxy to the same model, which stores and charges nothing',
    distance,
  });
  return [
    figure(
      ['delay.p99', 'delayMs'],
      'delay of a token, p99',
      'ms',
      'the model is read every 40 ms, and tokens are written together',
    ),
    figure(['memory', 'memoryKib'], 'memory of the server for each', 'KiB', 'the state of the answer'),
    figure(
      ['cpu', 'cpuMs'],
      'CPU of server and database for a thousand tokens',
      'ms',
      'parsing each chunk, searching for citations, writing events; a question and an answer stored for each stream',
    ),
  ];
};

/** Measures many streams that are open at the same time on one process. Fails when a token is lost, doubled or out of order. */
export const streamsPart: Part = {
  name: 'streams',
  async measure({ env }) {
    const model = await startChild(new URL('../../load/ticking-model.ts', import.meta.url), {
      everyMs,
      keepMs,
    });
    const { host, hostname, origin } = new URL(model.address);
    const proxy = await startChild(new URL('../../limits/bare-proxy.ts', import.meta.url), {
      target: origin,
    });
    const limits = [
      'STREAMS_PER_USER',
      'STREAMS_PER_TENANT',
      'STREAMS_PER_ADDRESS',
      'CONNECTIONS_PER_ADDRESS',
    ];
    const noLimits = Object.fromEntries(limits.map((name) => [name, '0']));
    const testBed = await prepareTestBed({ OUTBOUND_ALLOW: `${host},${hostname}`, ...noLimits, ...env });
    try {
      const { providerId } = await testBed.client.post<{ providerId: string }>(
        '/api/tenant/model-providers',
        {
          kind: 'openai-compatible',
          name: 'Ticking',
          settings: { baseUrl: model.address, apiKey: 'sk-bench' },
          chatModels: ['ticking'],
        },
      );
      const appId = await makeApp(testBed, { knowledgeBaseIds: [], modelId: `${providerId}/ticking` });
      const query = 'How many days of leave do employees get?';
      const ours = await loadWithStreams({
        pids: async () => (await testBed.product.processes()).map(({ pid }) => pid),
        url: `${testBed.product.origin}/api/content/query`,
        body: (caller) => ({ appId, query, chatUserId: `caller-of-streams-${caller}`, stream: true }),
      });
      const limit = await loadWithStreams({
        pids: () => Promise.resolve([proxy.pid]),
        url: `${proxy.address}/v1/chat/completions`,
        body: () => ({ model: 'ticking', stream: true, messages: [{ role: 'user', content: query }] }),
      });
      if (ours.wrong > 0) throw new Error(`${ours.wrong} of ${streams} texts are not what the model wrote.`);
      return described(ours, limit);
    } finally {
      await testBed.close();
      await proxy.stop();
      await model.stop();
    }
  },
};
