import { sql } from 'drizzle-orm';
import type { TenantDb } from '../../../kernel/db/tenant-db.ts';
import { type ProgramTurnRow, programTurns } from './tables.ts';

const longestChain = 500;

export const programTurnRepository = {
  async insert(db: TenantDb, row: ProgramTurnRow): Promise<void> {
    await db.insert(programTurns).values(row);
  },

  /** Returns the turns that lead to an answer, the newest first. The chain ends where nothing was stored with a question. */
  async listChain(db: TenantDb, queryId: string): Promise<ProgramTurnRow[]> {
    const { rows } = await db.execute<ProgramTurnRow & Record<string, unknown>>(sql`
      with recursive chain as (
        select query_id, previous_id, brought, metadata, 1 as place from ${programTurns} where query_id = ${queryId}
        union all
        select earlier.query_id, earlier.previous_id, earlier.brought, earlier.metadata, chain.place + 1
          from chain join ${programTurns} as earlier on earlier.query_id = chain.previous_id
          where chain.place < ${longestChain})
      select query_id as "queryId", previous_id as "previousId", brought, metadata from chain order by place`);
    return rows;
  },
};
