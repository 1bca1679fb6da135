import { startChild } from '../child.ts';
import { createWords, handbooks } from '../corpus.ts';
import { interleave } from '../interleave.ts';
import type { BareFastify } from '../limits/bare-fastify.ts';
import { KeepAliveClient, requestBytes } from '../load/keep-alive-client.ts';
import type { Measurement, Part } from '../measurement.ts';
import { readKnowledgeBase } from '../queries.ts';
import { median, percentile } from '../statistics.ts';
import { importKnowledgeBase, prepareTestBed, type TestBed } from '../test-bed.ts';

const topK = 10;
const perRound = 60;
const rounds = 6;
/** Ten files of 250 sections, split into chunks of at most 100 tokens: a little more than ten thousand chunks. */
const source = { files: 10, sections: 250, chunking: { maxTokens: 100, overlapTokens: 0 } };

const questions = (): string[] => {
  const { words } = createWords(11);
  return Array.from({ length: perRound }, () => words(5).join(' '));
};

const timed = (client: KeepAliveClient, requests: readonly Buffer[]) => async () => {
  const times: number[] = [];
  for (const request of requests) {
    const startedAt = performance.now();
    await client.send(request);
    times.push(performance.now() - startedAt);
  }
  return times;
};

const measureOn = async (testBed: TestBed): Promise<Measurement[]> => {
  const { product, tenantId, apiKey, databaseUrl } = testBed;
  const { chunking } = source;
  const base = await importKnowledgeBase(testBed, handbooks(source.files, source.sections, 6), { chunking });
  const rows = readKnowledgeBase(tenantId, base);
  const [found] = await product.sql<{ id: string; chunks: number }>(
    `select b.active_index_version as id, (select count(*)::int from chunks) as chunks
      from knowledge_bases b where b.id = $1`,
    [base],
  );
  const settings: BareFastify = { reply: null, databaseUrl, rows, tenantId, indexVersionId: found?.id ?? '' };
  const bare = await startChild(new URL('../limits/bare-fastify.ts', import.meta.url), settings);
  const ours = await KeepAliveClient.open(product.origin);
  const limit = await KeepAliveClient.open(bare.address);
  const headers = { authorization: `Bearer ${apiKey}` };
  try {
    const times = await interleave(rounds, {
      ours: timed(
        ours,
        questions().map((query) =>
          requestBytes('POST', '/api/query-engine/retrieval-test', {
            headers,
            body: { knowledgeBaseId: base, query, topK },
          }),
        ),
      ),
      limit: timed(
        limit,
        questions().map((query) => requestBytes('POST', '/search', { body: { query, topK } })),
      ),
    });
    return ([0.5, 0.99] as const).map((share) => ({
      name: `retrieval.http.p${share * 100}`,
      what: `retrieval test over HTTP, ${(found?.chunks ?? 0).toLocaleString('en')} chunks, p${share * 100}`,
      unit: 'ms',
      better: 'lower',
      ours: median(times.ours.map((round) => percentile(round, share))),
      limit: median(times.limit.map((round) => percentile(round, share))),
      limitIs: 'a bare Fastify route that searches the same index and reads the ten chunks in one statement',
      distance: 'transactions for knowledge base, mode and search; 50 candidates instead of ten; quotes; Zod',
    }));
  } finally {
    ours.close();
    limit.close();
    await bare.stop();
  }
};

/** Compares a retrieval test over HTTP with a bare route on the same index. */
export const retrievalPart: Part = {
  name: 'retrieval',
  async measure({ env }) {
    const testBed = await prepareTestBed(env);
    try {
      return await measureOn(testBed);
    } finally {
      await testBed.close();
    }
  },
};
