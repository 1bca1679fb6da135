import { createLexicalIndex } from '@atelier/retrieval/lexical';
import { fastify } from 'fastify';
import pg from 'pg';
import { readSettings } from '../child.ts';
import { type Prepared, readFound, readSegments } from '../queries.ts';

/** Fastify alone, with three routes: one replies, one runs one query, and one searches and reads. */
export interface BareFastify {
  reply: unknown;
  databaseUrl: string;
  rows: Prepared;
  tenantId: string;
  indexVersionId?: string;
}

const { reply, databaseUrl, rows, tenantId, indexVersionId } = readSettings<BareFastify>();
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
const index = createLexicalIndex();

if (indexVersionId !== undefined) {
  const segments = await pool.query<{ id: string; data: Buffer }>(readSegments(tenantId, indexVersionId));
  for (const { id, data } of segments.rows) index.addSegment(id, data);
}

const app = fastify();
app.get('/reply', () => reply);
app.get('/rows', async () => (await pool.query<object>(rows)).rows[0]);
app.post<{ Body: { query: string; topK: number } }>('/search', async ({ body }) => {
  const hits = index.search(body);
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
