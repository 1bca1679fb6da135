import { and, eq, sql } from 'drizzle-orm';
import type { TenantDb } from '../../../kernel/db/tenant-db.ts';
import { type RunRow, runs } from '../../../kernel/runs/index.ts';
import { chunkContents, publishedChunks } from '../indexing/declarations.ts';
import type { AnsweredChunk } from './projection/make-projection.ts';
import { type AnswerKind, type GraphRow, graphAnswers, graphs } from './tables.ts';

export interface GraphWithRun {
  graph: GraphRow;
  run: RunRow;
}

const of = (knowledgeBaseId: string) => eq(graphs.knowledgeBaseId, knowledgeBaseId);

export const graphRepository = {
  async find(db: TenantDb, knowledgeBaseId: string): Promise<GraphWithRun | undefined> {
    const [row] = await db
      .select({ graph: graphs, run: runs })
      .from(graphs)
      .innerJoin(runs, eq(runs.id, graphs.runId))
      .where(of(knowledgeBaseId));
    return row;
  },

  /** Locks the graph against other changes until the transaction ends. */
  async lock(db: TenantDb, knowledgeBaseId: string): Promise<GraphRow | undefined> {
    const [row] = await db.select().from(graphs).where(of(knowledgeBaseId)).for('update');
    return row;
  },

  /** Admits one order at a time until the transaction ends, even when no graph exists yet. */
  async takeTurn(db: TenantDb, knowledgeBaseId: string): Promise<void> {
    await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`graph ${knowledgeBaseId}`}, 0))`);
  },

  async put(
    db: TenantDb,
    row: Pick<GraphRow, 'knowledgeBaseId' | 'modelId' | 'runId' | 'budget' | 'buildSpent'>,
  ): Promise<void> {
    const { knowledgeBaseId: _same, ...change } = row;
    await db
      .insert(graphs)
      .values(row)
      .onConflictDoUpdate({
        target: [graphs.tenantId, graphs.knowledgeBaseId],
        set: { ...change, stoppedByBudget: false, note: null },
      });
  },

  async update(db: TenantDb, knowledgeBaseId: string, change: Partial<GraphRow>): Promise<void> {
    await db.update(graphs).set(change).where(of(knowledgeBaseId));
  },

  /** Adds a cost, in micro-credits. */
  async addSpent(db: TenantDb, knowledgeBaseId: string, amount: number): Promise<void> {
    if (amount === 0) return;
    await db
      .update(graphs)
      .set({ spent: sql`${graphs.spent} + ${amount}`, buildSpent: sql`${graphs.buildSpent} + ${amount}` })
      .where(of(knowledgeBaseId));
  },

  async remove(db: TenantDb, knowledgeBaseId: string): Promise<void> {
    await db.delete(graphs).where(of(knowledgeBaseId));
  },
};

/** Selects the answers of one model about one knowledge base. */
interface AnswerScope {
  knowledgeBaseId: string;
  model: string;
}

export interface NewAnswer {
  kind: AnswerKind;
  key: string;
  status: 'DONE' | 'FAILED';
  payload?: unknown;
  cause?: { code: string; message: string } | null;
  milliseconds?: number;
}

/** A chunk that no model has read yet. */
export interface UnreadChunk {
  id: string;
  heading: string | null;
  text: string;
  tokens: number;
  content_hash: string;
}

interface ChunkCounts extends Record<string, unknown> {
  total: number;
  done: number;
  failed: number;
  pending_tokens: number;
  pending_contents: number;
}

const joined = ({ knowledgeBaseId, model }: AnswerScope) => sql`(
    select * from ${publishedChunks} where knowledge_base_id = ${knowledgeBaseId}) p
  left join graph_answers a on a.knowledge_base_id = ${knowledgeBaseId} and a.kind = 'CHUNK'
    and a.model = ${model} and a.key = p.content_hash`;

const ofKind = (scope: AnswerScope, kind: AnswerKind) =>
  and(
    eq(graphAnswers.knowledgeBaseId, scope.knowledgeBaseId),
    eq(graphAnswers.kind, kind),
    eq(graphAnswers.model, scope.model),
  );

/** All keys are passed as one parameter, because a large graph has more names than a statement can have parameters. */
const isOneOf = (keys: readonly string[]) =>
  sql`${graphAnswers.key} in (select json_array_elements_text(${JSON.stringify(keys)}::json))`;

export const answerRepository = {
  async put(db: TenantDb, scope: AnswerScope, answer: NewAnswer): Promise<void> {
    const values = {
      ...scope,
      kind: answer.kind,
      key: answer.key,
      status: answer.status,
      payload: answer.payload ?? null,
      cause: answer.cause ?? null,
      milliseconds: answer.milliseconds ?? 0,
    };
    await db.insert(graphAnswers).values(values).onConflictDoNothing();
  },

  async countChunks(db: TenantDb, scope: AnswerScope): Promise<ChunkCounts> {
    const { rows } = await db.execute<ChunkCounts>(sql`select count(*)::int as total,
        count(*) filter (where a.status = 'DONE')::int as done,
        count(*) filter (where a.status = 'FAILED')::int as failed,
        count(distinct p.content_hash) filter (where a.status is distinct from 'DONE')::int as pending_contents,
        coalesce(sum(p.tokens) filter (where a.status is distinct from 'DONE'), 0)::int as pending_tokens
      from ${joined(scope)}`);
    return rows[0] ?? { total: 0, done: 0, failed: 0, pending_tokens: 0, pending_contents: 0 };
  },

  async listFailures(db: TenantDb, scope: AnswerScope): Promise<{ message: string; chunks: number }[]> {
    const { rows } = await db.execute<{ message: string; chunks: number }>(sql`
      select a.cause->>'message' as message, count(*)::int as chunks from ${joined(scope)}
      where a.status = 'FAILED' group by 1 order by 2 desc, 1 limit 5`);
    return rows;
  },

  /** Lists chunks that have not been read yet. Chunks with equal content are listed once. */
  async listUnread(db: TenantDb, scope: AnswerScope, limit: number): Promise<UnreadChunk[]> {
    const { rows } = await db.execute<UnreadChunk & Record<string, unknown>>(sql`
      select distinct on (p.content_hash) p.id, p.heading, p.text, p.tokens, p.content_hash from ${joined(scope)}
      where a.key is null order by p.content_hash, p.id limit ${limit}`);
    return rows;
  },

  /** Lists every chunk that was read, with the model's answer. */
  async listRead(db: TenantDb, scope: AnswerScope): Promise<AnsweredChunk[]> {
    const { rows } = await db.execute<AnsweredChunk & Record<string, unknown>>(sql`
      select p.id, p.import_id, p.text, p.start_offset::float8 as start_offset, a.payload::text as answer
      from ${joined(scope)} where a.status = 'DONE'`);
    return rows;
  },

  /** Returns all answers of this kind, by key. */
  async list(db: TenantDb, scope: AnswerScope, kind: AnswerKind): Promise<Map<string, unknown>> {
    const rows = await db
      .select({ key: graphAnswers.key, payload: graphAnswers.payload })
      .from(graphAnswers)
      .where(and(ofKind(scope, kind), eq(graphAnswers.status, 'DONE')));
    return new Map(rows.map(({ key, payload }) => [key, payload]));
  },

  async findMany(
    db: TenantDb,
    scope: AnswerScope,
    kind: AnswerKind,
    keys: readonly string[],
  ): Promise<Map<string, unknown>> {
    if (keys.length === 0) return new Map();
    const rows = await db
      .select({ key: graphAnswers.key, payload: graphAnswers.payload })
      .from(graphAnswers)
      .where(and(ofKind(scope, kind), eq(graphAnswers.status, 'DONE'), isOneOf(keys)));
    return new Map(rows.map(({ key, payload }) => [key, payload]));
  },

  /** Deletes failed answers, so that the next build tries these chunks again. */
  async forgetFailures(db: TenantDb, knowledgeBaseId: string): Promise<void> {
    await db
      .delete(graphAnswers)
      .where(and(eq(graphAnswers.knowledgeBaseId, knowledgeBaseId), eq(graphAnswers.status, 'FAILED')));
  },

  /** Deletes the answers about content that no longer exists. */
  async forgetGone(db: TenantDb, knowledgeBaseId: string): Promise<void> {
    await db.execute(sql`delete from graph_answers where knowledge_base_id = ${knowledgeBaseId}
      and kind = 'CHUNK' and key not in (
        select content_hash from ${chunkContents} where knowledge_base_id = ${knowledgeBaseId})`);
  },

  async forgetSummaries(db: TenantDb, knowledgeBaseId: string, keep: readonly string[]): Promise<void> {
    await db.execute(sql`delete from graph_answers where knowledge_base_id = ${knowledgeBaseId}
      and kind = 'SUMMARY' and not (key = any(array(select jsonb_array_elements_text(${JSON.stringify(keep)}::jsonb))))`);
  },

  /** Returns the average milliseconds per chunk, or undefined before the first chunk was read. */
  async averageTime(db: TenantDb, scope: AnswerScope): Promise<number | undefined> {
    const [row] = await db
      .select({ average: sql<number | null>`avg(${graphAnswers.milliseconds})::float8` })
      .from(graphAnswers)
      .where(ofKind(scope, 'CHUNK'));
    return row?.average ?? undefined;
  },
};
