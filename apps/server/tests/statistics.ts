import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Ctx, TxCtx } from '../src/kernel/context/context.ts';
import type { TestServer } from './harness.ts';

/** Makes the named statement use its generic plan: PostgreSQL decides at the sixth use, and statements are named from the third. */
export const settlePlan = async (ctx: Ctx, work: (tx: TxCtx) => Promise<unknown>): Promise<void> => {
  for (let use = 0; use < 12; use += 1) await ctx.tx(work);
};

/**
 * Analyses the tables that have grown until none is left, because a table that autovacuum is processing is left out for a moment. Then
 * the database knows of more than `rows` rows in `table`, whether it was this call or the server that analysed it.
 */
export const refreshStatistics = async (server: TestServer, table: string, rows: number): Promise<void> => {
  await expect.poll(() => server.services.statistics.refresh(), { timeout: 20_000 }).toEqual([]);
  await expect.poll(() => isAnalysed(server, table, rows), { timeout: 30_000 }).toBe(true);
};

/** Returns true when the statistics of the database count more than `rows` rows in `table`. */
export const isAnalysed = async (server: TestServer, table: string, rows: number): Promise<boolean> => {
  const known = await server.sql('select 1 from pg_class where relname = $1 and reltuples > $2', [
    table,
    rows,
  ]);
  return known.length > 0;
};

const countBlocks = async (ctx: Ctx, tables: readonly string[]): Promise<number> => {
  const { rows } = await ctx.tx((tx) =>
    tx.db.execute<{ blocks: number }>(sql`
      select sum(heap_blks_read + heap_blks_hit + coalesce(idx_blks_read, 0) + coalesce(idx_blks_hit, 0))::int as blocks
      from pg_statio_user_tables where relname in ${[...tables]}`),
  );
  return rows[0]?.blocks ?? 0;
};

/**
 * Returns how many blocks of the tables `work` reads, as PostgreSQL counts them. It takes the least of three runs, because reads of another
 * connection, such as an analysis, may be counted late.
 */
export const blocksReadBy = async (
  ctx: Ctx,
  tables: readonly string[],
  work: (tx: TxCtx) => Promise<unknown>,
): Promise<number> => {
  const counts: number[] = [];
  for (let time = 0; time < 3; time += 1) {
    const before = await countBlocks(ctx, tables);
    await ctx.tx(async (tx) => {
      await work(tx);
      await tx.db.execute(sql`select pg_stat_force_next_flush()`);
    });
    counts.push((await countBlocks(ctx, tables)) - before);
  }
  return Math.min(...counts);
};
