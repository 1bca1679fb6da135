import { eventually } from '../../../e2e/src/eventually.ts';
import { formOf, makeBase } from '../../../e2e/src/knowledge.ts';
import type { TestBed } from '../test-bed.ts';
import type { Collection, Question } from './collections.ts';
import type { Retriever } from './retrievers.ts';
import type { Answered } from './scores.ts';

/** The results of one retriever, with the milliseconds that each question took. */
export interface Run {
  name: string;
  answers: Answered[];
  times: number[];
}

const perUpload = 100;
/** More chunks than the ranks that are counted, because several chunks may belong to one document. */
const topK = 20;

interface Balance {
  balance: { pending: number; imported: number; failed: number };
}

/** Imports the collection into a knowledge base of its own, with the default settings and the collection's language. */
export const importCollection = async (
  { client }: TestBed,
  { name, language, documents }: Collection,
  { summarize }: { summarize: boolean },
): Promise<string> => {
  const base = await makeBase(client, name, { language });
  await client.put(`/api/content/knowledge-base/${base}`, { summarize });
  for (let from = 0; from < documents.length; from += perUpload) {
    const files = documents.slice(from, from + perUpload).map((each) => ({
      name: each.name,
      content: each.text,
    }));
    await client.post('/api/import/import-file', formOf(base, files));
  }
  const path = `/api/import/knowledge-base/${base}/imports?limit=1`;
  await eventually(
    async () => {
      const { balance } = await client.get<Balance>(path);
      if (balance.failed > 0) throw new Error(`${balance.failed} documents of ${name} failed.`);
      return balance.imported === documents.length;
    },
    { within: 1_800_000, every: 500, what: `The import of ${name}` },
  );
  return base;
};

/** Waits for the summaries, which are written after the import. Without them, MULTI_VECTOR would not search several vectors. */
export const awaitSummaries = ({ product }: TestBed, base: string): Promise<boolean> =>
  eventually(
    async () => {
      const [row] = await product.sql<{ left: number }>(
        `select count(*)::int as left from knowledge_imports where knowledge_base_id = $1 and summary_state <> 'READY'`,
        [base],
      );
      return row?.left === 0;
    },
    { within: 600_000, every: 500, what: 'The summaries' },
  );

interface Reply {
  mode: string;
  results: { document: { name: string } }[];
}

/** Asks through the API's retrieval test, as the retrieval screen does. */
export const askProduct = async (
  { client }: TestBed,
  base: string,
  { retriever, questions }: { retriever: Retriever; questions: readonly Question[] },
): Promise<Run> => {
  const run: Run = { name: retriever.name, answers: [], times: [] };
  for (const { text, relevant } of questions) {
    const startedAt = performance.now();
    const reply = await client.post<Reply>('/api/query-engine/retrieval-test', {
      knowledgeBaseId: base,
      query: text,
      topK,
      ...retriever.settings,
    });
    run.times.push(performance.now() - startedAt);
    if (retriever.needsVectors && reply.mode === 'BM25')
      throw new Error(`${retriever.name} was answered by words alone.`);
    run.answers.push({ found: [...new Set(reply.results.map(({ document }) => document.name))], relevant });
  }
  return run;
};
