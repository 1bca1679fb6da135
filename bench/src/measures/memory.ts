import { setTimeout as sleep } from 'node:timers/promises';
import { startChild } from '../child.ts';
import { mixedFiles } from '../corpus.ts';
import { closedLoop } from '../load/closed-loop.ts';
import { readStream } from '../load/read-stream.ts';
import type { Part } from '../measurement.ts';
import { importKnowledgeBase, makeApp, prepareTestBed, type TestBed } from '../test-bed.ts';

const callers = 64;
const loadMs = 30_000;
/** Parser processes and database connections end after 30 seconds without work; garbage is collected after ten quiet ones. */
const settleMs = 50_000;
const model = 'fake-tokens-300';

const makeQuestion = async (testBed: TestBed, baseUrl: string): Promise<() => Promise<unknown>> => {
  const { providerId } = await testBed.client.post<{ providerId: string }>('/api/tenant/model-providers', {
    kind: 'openai-compatible',
    name: 'Fake',
    settings: { baseUrl, apiKey: 'sk-bench' },
    chatModels: [model],
  });
  const base = await importKnowledgeBase(testBed, mixedFiles(40, 2));
  const appId = await makeApp(testBed, { knowledgeBaseIds: [base], modelId: `${providerId}/${model}` });
  const query = 'How many days of leave do employees get?';
  return () =>
    readStream({
      url: `${testBed.product.origin}/api/content/query`,
      body: { appId, query, chatUserId: crypto.randomUUID(), stream: true },
      marker: 'event: token',
    });
};

/** Measures the memory of all processes before a chat load, at its end, and once the server has been quiet again. */
export const memoryPart: Part = {
  name: 'memory',
  async measure({ env }) {
    const fakeFile = new URL('../../../packages/models/tests/fake-openai.ts', import.meta.url);
    const fake = await startChild(fakeFile, 0, ['--port']);
    const { host, hostname } = new URL(fake.address);
    const testBed = await prepareTestBed({ OUTBOUND_ALLOW: `${host},${hostname}`, ...env });
    try {
      const ask = await makeQuestion(testBed, fake.address);
      await ask();
      await sleep(settleMs);
      const before = await testBed.product.memory();
      await closedLoop(
        Array.from({ length: callers }, () => ask),
        loadMs,
      );
      const loaded = await testBed.product.memory();
      await sleep(settleMs);
      const after = await testBed.product.memory();
      const row = {
        unit: 'MB',
        better: 'lower' as const,
        limit: before,
        limitIs: 'the same server before the load',
      };
      return [
        {
          name: 'memory.chat.loaded',
          what: `memory of all processes (PSS) at the end of ${loadMs / 1000} s of chat with ${callers} callers`,
          ours: loaded,
          distance:
            'open streams, garbage not yet collected, a database connection for each question at once',
          ...row,
        },
        {
          name: 'memory.chat.returned',
          what: `memory of all processes (PSS) ${settleMs / 1000} s after that load`,
          ours: after,
          distance: 'compiled code, prepared statements, pages of the database',
          ...row,
        },
      ];
    } finally {
      await testBed.close();
      await fake.stop();
    }
  },
};
