import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { TenantDb } from '../../../../../../kernel/db/tenant-db.ts';
import { type CrewNoteRow, crewNotes } from '../../../tables.ts';

/** The most notes of one run. */
export const mostNotes = 100;

export const noteRepository = {
  /** Adds a note. Returns its number; undefined when there are as many as there may be. */
  async add(
    db: TenantDb,
    { runId, author, text }: Pick<CrewNoteRow, 'runId' | 'author' | 'text'>,
  ): Promise<number | undefined> {
    // Two agents that write at the same moment want the same number: the second one waits for the first, and takes the next.
    for (;;) {
      const { rows } = await db.execute<{ next: number; at: number | null }>(sql`
        with free as (select coalesce(max(at), 0) + 1 as next from crew_notes where run_id = ${runId}),
        added as (
          insert into crew_notes (run_id, at, author, text)
          select ${runId}, next, ${author}, ${text} from free where next <= ${mostNotes}
          on conflict do nothing returning at
        )
        select next, (select at from added) as at from free`);
      const [found] = rows;
      if (!found || found.next > mostNotes) return undefined;
      if (found.at !== null) return found.at;
    }
  },

  list: (db: TenantDb, runId: string, after = 0): Promise<CrewNoteRow[]> =>
    db
      .select()
      .from(crewNotes)
      .where(and(eq(crewNotes.runId, runId), gt(crewNotes.at, after)))
      .orderBy(asc(crewNotes.at)),
};
