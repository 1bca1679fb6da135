import { createLexicalIndex } from '@atelier/retrieval/lexical';
import { createExactVectorIndex } from '@atelier/retrieval/vector';
import { fastify } from 'fastify';
import pg from 'pg';
import { readSettings } from '../child.ts';
import { madeUpVector } from '../load/made-up-vector.ts';
import { type Prepared, readFound, readSegments } from '../queries.ts';

/** Fastify alone, with three routes: one replies, one runs one query, and one searches and reads. */
export interface BareFastify {
  reply: unknown;
  databaseUrl: string;
  rows: Prepared;
  tenantId: string;
  indexVersionId?: string;
  /** The dimensions of the vectors, which are searched besides the words. */
  dims?: number;
}

const { reply, databaseUrl, rows, tenantId, indexVersionId, dims } = readSettings<BareFastify>();
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
const index = createLexicalIndex();

const vectors = createExactVectorIndex();

const segmentsOf = async (versionId: string, kind: 'LEXICAL' | 'VECTOR') =>
  (await pool.query<{ id: string; data: Buffer }>(readSegments(tenantId, versionId, kind))).rows;
if (indexVersionId !== undefined) {
  for (const { id, data } of await segmentsOf(indexVersionId, 'LEXICAL')) index.addSegment(id, data);
  if (dims !== undefined)
    for (const { id, data } of await segmentsOf(indexVersionId, 'VECTOR')) vectors.addSegment(id, data);
}

/** Searches by words, and with `dims` also by the vector of the question, which costs nothing here. */
const search = ({ query, topK }: { query: string; topK: number }): { id: string; score: number }[] => {
  const words = index.search({ query, topK });
  if (dims === undefined) return words;
  const scores = new Map(words.map(({ id, score }) => [id, score]));
  const vector = Float32Array.from(madeUpVector(query, dims));
  for (const { id, score } of vectors.search({ vector, topK })) scores.set(id, (scores.get(id) ?? 0) + score);
  const hits = [...scores].map(([id, score]) => ({ id, score }));
  return hits.sort((a, b) => b.score - a.score).slice(0, topK);
};

const app = fastify();
app.get('/reply', () => reply);
app.get('/rows', async () => (await pool.query<object>(rows)).rows[0]);
app.post<{ Body: { query: string; topK: number } }>('/search', async ({ body }) => {
  const hits = search(body);
  const found = await pool.query<{ id: string }>(
    readFound(
      tenantId,
      hits.map(({ id }) => id),
    ),
  );
  const byId = new Map(found.rows.map((row) => [row.id, row]));
  return { results: hits.map((hit) => ({ ...hit, ...byId.get(hit.id) })) };
});
process.stdout.write(`${await app.listen({ port: 0, host: '127.0.0.1' })}\n`);
process.once('SIGTERM', () => process.exit(0));
