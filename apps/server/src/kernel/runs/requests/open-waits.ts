import { and, or, type SQL, sql } from 'drizzle-orm';
import { buildOrder, closePage, keysetAfter, type Page } from '../../db/paging.ts';
import type { TenantDb } from '../../db/tenant-db.ts';
import { runs } from '../definition/tables.ts';

/** A signal for which a run waits. */
export interface OpenWait {
  runId: string;
  kind: string;
  subjectId: string | null;
  /** The name of the signal. */
  name: string;
  since: Date;
  /** When the run goes on without it; null when it never does. */
  until: Date | null;
}

/** Which waits are listed: of runs of these kinds, for signals whose names begin with `signal`. */
interface WaitFilter {
  kinds: readonly string[];
  signal: string;
  visible: SQL | undefined;
}

interface WaitRow extends Record<string, unknown> {
  runId: string;
  kind: string;
  subjectId: string | null;
  name: string;
  key: string;
  until: number | null;
}

const buildValueList = (values: readonly string[]): SQL =>
  sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  );

const fits = ({ kinds, signal, visible }: WaitFilter): SQL | undefined =>
  and(sql`runs.kind in (${buildValueList(kinds)})`, sql`starts_with(j.name, ${signal})`, visible);

/** The waits of runs that nothing has ended yet. */
const open = (filters: readonly WaitFilter[]): SQL => sql`
  from runs join run_journal j on j.run_id = runs.id and j.op = 'wait'
  where runs.status = 'WAITING' and ${or(...filters.map(fits)) ?? sql`false`}
    and not exists (select 1 from run_journal e where e.run_id = runs.id and e.seq = j.seq + 1 and e.op in ('signal', 'ended'))`;

/** Lists the signals for which runs wait. */
export const listOpenWaits = async (
  db: TenantDb,
  filters: readonly WaitFilter[],
  page: { limit: number; cursor?: string | undefined; order: 'asc' | 'desc' },
): Promise<Page<OpenWait>> => {
  const key = sql`j.at`;
  const order = { ...page, sort: 'at' };
  const { rows } = await db.execute<WaitRow>(sql`
    select runs.id as "runId", runs.kind, runs.subject_id as "subjectId", j.name, j.at::text as key, j.result::float8 as until
    ${open(filters)} and ${keysetAfter(key, runs.id, order) ?? sql`true`}
    order by ${sql.join(buildOrder(key, runs.id, order), sql`, `)} limit ${page.limit + 1}`);
  const { rows: counted } = await db.execute<{ total: number }>(
    sql`select count(*)::int as total ${open(filters)}`,
  );
  const found = rows.map(({ key: at, until, ...row }) => ({
    row: { ...row, since: new Date(at), until: until === null ? null : new Date(until) },
    key: at,
    id: row.runId,
  }));
  return closePage({ rows: found, total: counted[0]?.total ?? 0 }, page.limit);
};
