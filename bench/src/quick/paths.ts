import { eventually } from '../../../e2e/src/eventually.ts';
import { upload } from '../../../e2e/src/knowledge.ts';
import { mixedFiles } from '../corpus.ts';
import type { CountedBed } from '../counted-bed.ts';
import { KeepAliveClient, requestBytes } from '../load/keep-alive-client.ts';
import { readStream } from '../load/read-stream.ts';
import { importKnowledgeBase, makeApp } from '../test-bed.ts';

/** A hot path of the product. */
export interface Path {
  name: string;
  /** Describes one call in the table. */
  what: string;
  /** The number of calls in a round. */
  calls: number;
  /** The number of calls at once. */
  atOnce: number;
  call(): Promise<unknown>;
  /** The figures of the goal. */
  goal: { cpuMs?: number; ratio?: number; roundTrips: number; transactions?: number };
}

const models = { short: 'fake-tokens-10', stream: 'fake-paced-300', embedding: 'fake-embedding' };

/** Returns another question each time, so that no answer is kept for it. */
const createQuestions = () => {
  let asked = 0;
  return () => {
    asked += 1;
    return `How many days of leave do employees get in week ${asked}?`;
  };
};

const createFiles = ({ testBed, admin }: CountedBed, base: string) => {
  let made = 0;
  return async () => {
    made += 1;
    const content = `# Leave ${made}\n\nEmployees of department ${made} get ${20 + made} days of leave.\n`;
    const [sent] = await upload(testBed.client, base, [{ name: `leave-${made}.md`, content }]);
    // Asking the product itself would be counted.
    await eventually(
      async () => {
        const { rows } = await admin.query<{ status: string }>({
          // It is named, because planning it anew each time would count as work of the database for the import.
          name: 'status of an import',
          text: 'select r.status from knowledge_imports i join runs r on r.id = i.run_id where i.id = $1',
          values: [sent?.knowledgeBaseImportId],
        });
        if (rows[0]?.status === 'FAILED') throw new Error('An import failed.');
        return rows[0]?.status === 'COMPLETED';
      },
      { within: 30_000, every: 10, what: 'The import' },
    );
  };
};

/** Prepares a tenant with models, a knowledge base and apps, and returns the hot paths. */
export const preparePaths = async (
  bed: CountedBed,
): Promise<{ paths: Path[]; base: string; close(): void }> => {
  const { testBed, modelsUrl } = bed;
  const { client, product, apiKey } = testBed;
  const { providerId } = await client.post<{ providerId: string }>('/api/tenant/model-providers', {
    kind: 'openai-compatible',
    name: 'Fake',
    settings: { baseUrl: modelsUrl, apiKey: 'sk-bench' },
    chatModels: [models.short, models.stream],
    embeddingModels: [models.embedding],
  });
  const embeddingModelId = `${providerId}/${models.embedding}`;
  const base = await importKnowledgeBase(testBed, mixedFiles(40, 2), { embeddingModelId });
  const appWith = (model: string, knowledgeBaseIds: string[] = []) =>
    makeApp(testBed, { modelId: `${providerId}/${model}`, knowledgeBaseIds });
  const apps = {
    plain: await appWith(models.short),
    knowing: await appWith(models.short, [base]),
    stream: await appWith(models.stream),
  };
  const connection = await KeepAliveClient.open(product.origin);
  const authorization = `Bearer ${apiKey}`;
  const get = requestBytes('GET', `/api/content/knowledge-base/${base}`, { headers: { authorization } });
  const nextQuestion = createQuestions();
  const ask = (appId: string) => () =>
    readStream({
      url: `${product.origin}/api/content/query`,
      body: { appId, query: nextQuestion(), chatUserId: crypto.randomUUID(), stream: true },
      marker: 'event: token',
    });
  const test = () =>
    connection.send(
      requestBytes('POST', '/api/query-engine/retrieval-test', {
        headers: { authorization },
        body: { knowledgeBaseId: base, query: nextQuestion() },
      }),
    );
  const one = { atOnce: 1 };
  const paths: Path[] = [
    {
      ...one,
      name: 'read',
      what: 'authenticated read',
      calls: 300,
      call: () => connection.send(get),
      goal: { ratio: 2.5, roundTrips: 2 },
    },
    {
      ...one,
      name: 'question',
      what: 'question without knowledge',
      calls: 30,
      call: ask(apps.plain),
      goal: { cpuMs: 3, roundTrips: 6, transactions: 2 },
    },
    {
      ...one,
      name: 'question-base',
      what: 'question over a knowledge base',
      calls: 30,
      call: ask(apps.knowing),
      goal: { cpuMs: 6, roundTrips: 10, transactions: 3 },
    },
    { ...one, name: 'retrieval', what: 'retrieval test', calls: 40, call: test, goal: { roundTrips: 4 } },
    {
      name: 'file',
      what: 'small file, from upload to searchable',
      calls: 12,
      atOnce: 4,
      call: createFiles(bed, base),
      goal: { roundTrips: 12 },
    },
    {
      name: 'stream',
      what: 'stream of 300 tokens, one every 2 ms',
      calls: 8,
      atOnce: 4,
      call: ask(apps.stream),
      goal: { cpuMs: 10, roundTrips: 6, transactions: 2 },
    },
  ];
  return { paths, base, close: () => connection.close() };
};
