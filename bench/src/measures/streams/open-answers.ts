import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../../e2e/src/free-port.ts';
import { startChild } from '../../child.ts';
import { inspected, liveMemory, withInspector } from '../../load/live-memory.ts';
import { openStream } from '../../load/open-stream.ts';
import type { Measurement, Part } from '../../measurement.ts';
import { residentMemory } from '../../process-cpu.ts';
import { median } from '../../statistics.ts';
import { makeApp, prepareTestBed } from '../../test-bed.ts';

const model = 'ticking';
const openStreams = 500;
/** The server reads at most 64 bodies of one address at a time. */
const openedAtOnce = 25;
const rounds = 3;
/** A stream goes on for `keepMs` after the last one began, with a token every `everyMs`. */
const pace = { everyMs: 400, keepMs: 20_000 };
const settledMs = 3000;
/** An answer goes on although its reader has left. */
const leftMs = pace.keepMs + 2000;

/** A way to get answers: the product, or the proxy. */
interface Contender {
  pid: number;
  /** The port of the inspector of the process. */
  inspector: number;
  /** Begins an answer that goes on. Returns a function that leaves it. */
  open(): Promise<() => void>;
}

/** The memory of a process, or what an open answer takes of it, in KiB. */
interface Memory {
  live: number;
  resident: number;
}

const memoryOf = async ({ pid, inspector }: Contender): Promise<Memory> => {
  // The collection that comes with the live memory also gives pages back, so the resident memory is read before.
  const resident = (await residentMemory(pid)) * 1024;
  return { resident, live: await liveMemory(inspector) };
};

const leaveAll = async (streams: readonly (() => void)[]): Promise<void> => {
  for (const end of streams) end();
  await sleep(leftMs);
};

/** Measures what an open answer takes, in KiB. */
const memoryPerStream = async (contender: Contender): Promise<Memory> => {
  const before = await memoryOf(contender);
  const streams: (() => void)[] = [];
  while (streams.length < openStreams)
    streams.push(...(await Promise.all(Array.from({ length: openedAtOnce }, contender.open))));
  await sleep(settledMs);
  const after = await memoryOf(contender);
  await leaveAll(streams);
  return {
    live: (after.live - before.live) / openStreams,
    resident: (after.resident - before.resident) / openStreams,
  };
};

/** Measures both in turns. Only the first round tells the resident memory: later the process has free memory from earlier answers. */
const measureInTurns = async (ours: Contender, limit: Contender): Promise<Measurement[]> => {
  const found = { ours: [] as Memory[], limit: [] as Memory[] };
  // The memory that only the first answer takes, such as for compiled code, belongs to no stream.
  for (const { open } of [ours, limit]) await leaveAll([await open()]);
  for (let round = 0; round < rounds; round += 1) {
    found.ours.push(await memoryPerStream(ours));
    found.limit.push(await memoryPerStream(limit));
  }
  const row = {
    unit: 'KiB',
    better: 'lower' as const,
    limitIs: 'a bare Node proxy to the same model, which stores and charges nothing',
    distance: 'the state of the answer, and the parts between the two connections',
  };
  const live = (memories: readonly Memory[]) => median(memories.map((one) => one.live));
  return [
    {
      ...row,
      name: 'open-answers.live',
      what: `memory in use for an open answer after garbage collection, ${openStreams} at once`,
      ours: live(found.ours),
      limit: live(found.limit),
    },
    {
      ...row,
      name: 'open-answers.resident',
      what: `resident memory of the server for an open answer, ${openStreams} at once`,
      ours: found.ours[0]?.resident ?? 0,
      limit: found.limit[0]?.resident ?? 0,
    },
  ];
};

const query = Array.from({ length: 80 }, (_, at) => `word${at}`).join(' ');

/** Measures the memory of the server for an open answer. */
export const openAnswersPart: Part = {
  name: 'open-answers',
  async measure({ env }) {
    const [ofOurs, ofProxy] = [await freePort(), await freePort()];
    const fakeFile = new URL('../../load/ticking-model.ts', import.meta.url);
    const fake = await startChild(fakeFile, pace);
    const { host, hostname, origin } = new URL(fake.address);
    const proxyFile = new URL('../../limits/bare-proxy.ts', import.meta.url);
    const proxy = await startChild(proxyFile, { target: origin }, [], [inspected(ofProxy)]);
    const limits = [
      'STREAMS_PER_USER',
      'STREAMS_PER_TENANT',
      'STREAMS_PER_ADDRESS',
      'CONNECTIONS_PER_ADDRESS',
    ];
    const noLimits = Object.fromEntries(limits.map((name) => [name, '0']));
    const settings = { ...env, OUTBOUND_ALLOW: `${host},${hostname}`, ...noLimits };
    const testBed = await prepareTestBed(withInspector(settings, ofOurs));
    try {
      const { client, product } = testBed;
      const { providerId } = await client.post<{ providerId: string }>('/api/tenant/model-providers', {
        kind: 'openai-compatible',
        name: 'Fake',
        settings: { baseUrl: fake.address, apiKey: 'sk-bench' },
        chatModels: [model],
      });
      const appId = await makeApp(testBed, { knowledgeBaseIds: [], modelId: `${providerId}/${model}` });
      const ask = { appId, query, chatUserId: 'caller-of-answers', stream: true };
      const order = { model, stream: true, messages: [{ role: 'user', content: query }] };
      return await measureInTurns(
        {
          pid: product.pid ?? 0,
          inspector: ofOurs,
          open: () =>
            openStream({ url: `${product.origin}/api/content/query`, body: ask, marker: 'event: token' }),
        },
        {
          pid: proxy.pid,
          inspector: ofProxy,
          open: () =>
            openStream({ url: `${proxy.address}/v1/chat/completions`, body: order, marker: '"content":"' }),
        },
      );
    } finally {
      await testBed.close();
      await proxy.stop();
      await fake.stop();
    }
  },
};
