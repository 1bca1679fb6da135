import { eventually } from '../../../../e2e/src/eventually.ts';
import { formOf, makeBase } from '../../../../e2e/src/knowledge.ts';
import type { TestBed } from '../../test-bed.ts';
import type { Collection } from '../collections.ts';
import type { Answered } from '../scores.ts';
import { spanJudge } from '../span-coverage.ts';
import type { Retriever } from './retrievers.ts';

/** The results of one retriever. */
export interface Run {
  name: string;
  answers: Answered[];
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
  results: { text: string; document: { name: string } }[];
}

interface Asking extends Pick<Collection, 'documents' | 'questions'> {
  retriever: Retriever;
}

/** Asks through the API's retrieval test, as the retrieval screen does. */
export const askProduct = async (
  { client }: TestBed,
  base: string,
  { retriever, questions, documents }: Asking,
): Promise<Run> => {
  const judge = spanJudge(documents);
  const run: Run = { name: retriever.name, answers: [] };
  for (const { text, relevant, spans } of questions) {
    const reply = await client.post<Reply>('/api/query-engine/retrieval-test', {
      knowledgeBaseId: base,
      query: text,
      topK,
      ...retriever.settings,
    });
    if (retriever.needsVectors && reply.mode === 'BM25')
      throw new Error(`${retriever.name} was answered by words alone.`);
    const hits = reply.results.map((hit) => ({ document: hit.document.name, text: hit.text }));
    run.answers.push(
      spans ? judge(hits, spans) : { found: [...new Set(hits.map(({ document }) => document))], relevant },
    );
  }
  return run;
};
