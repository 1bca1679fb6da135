import {
  type CountedFigure,
  countedFigures,
  type MonitorKind,
} from '@atelier/contracts/operate/monitoring/monitor-shapes';
import { and, eq, gte, inArray, type SQL, sql } from 'drizzle-orm';
import type { Period } from '../../../kernel/base/period.ts';
import type { TenantDb } from '../../../kernel/db/tenant-db.ts';
import { type CountedFigures, noFigures, timeClasses } from './figures.ts';
import { type FigureKind, monitorFigures as f, monitoredApps } from './tables.ts';

const times = sql.join(
  [...timeClasses.map((end) => `ms_${end}`), 'ms_more'].map(
    (name) => sql`sum(${sql.identifier(name)})::float8`,
  ),
  sql`, `,
);

const toColumn = (figure: CountedFigure) =>
  sql.identifier(figure.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
const totals = Object.fromEntries(
  countedFigures.map((figure) => [figure, sql<number>`coalesce(sum(${toColumn(figure)}), 0)::float8`]),
) as Record<CountedFigure, SQL<number>>;
const sums = { ...totals, times: sql<number[]>`array[${times}]` };

/** The subject of the figures, and their days. */
export interface Counted {
  kind: MonitorKind;
  subjectIds: readonly string[];
  period: Period;
}

const counted = ({ kind, subjectIds, period }: Counted): SQL | undefined =>
  and(
    eq(f.kind, kind),
    sql`${f.subjectId} = any(${sql.param([...subjectIds])}::text[])`,
    sql`${f.hour} >= ${`${period.from}T00:00:00Z`}::timestamptz`,
    sql`${f.hour} < ${`${period.to}T00:00:00Z`}::timestamptz + interval '1 day'`,
  );

/** The monitoring setting of an app. */
export interface MonitoringRow {
  isStopped: boolean;
  /** Null for an app that is monitored since it was made. */
  startedAt: Date | null;
  asked: number;
}

export const monitorRepository = {
  /** Returns the figures of each of the things, by its id. */
  async bySubject(db: TenantDb, what: Counted): Promise<Map<string, CountedFigures>> {
    const rows = await db
      .select({ subjectId: f.subjectId, ...sums })
      .from(f)
      .where(counted(what))
      .groupBy(f.subjectId);
    return new Map(rows.map(({ subjectId, ...figures }) => [subjectId, figures]));
  },

  /** Returns the figures of whole kinds, or of one thing, since the beginning of an hour. */
  async since(
    db: TenantDb,
    { kinds, subjectId, from }: { kinds: readonly FigureKind[]; subjectId: string | null; from: Date },
  ): Promise<CountedFigures> {
    const [row] = await db
      .select(sums)
      .from(f)
      .where(
        and(
          inArray(f.kind, [...kinds]),
          subjectId === null ? undefined : eq(f.subjectId, subjectId),
          gte(f.hour, from),
        ),
      );
    return row ? { ...row, times: row.times.map((each) => each ?? 0) } : noFigures;
  },

  /** Returns the figures of all of the things together, by the beginning of the hour or the day. */
  async byTime(db: TenantDb, what: Counted, unit: 'HOUR' | 'DAY'): Promise<Map<number, CountedFigures>> {
    const at = sql<string>`date_trunc(${sql.raw(unit === 'HOUR' ? "'hour'" : "'day'")}, ${f.hour}, 'UTC')`;
    const rows = await db
      .select({ at: sql<number>`(extract(epoch from ${at}) * 1000)::float8`, ...sums })
      .from(f)
      .where(counted(what))
      .groupBy(at);
    return new Map(rows.map(({ at: time, ...figures }) => [time, figures]));
  },

  /** Returns the monitoring of each of the apps, with the questions since it began; those of the hour before a new start are left out. */
  async monitoring(db: TenantDb, appIds: readonly string[]): Promise<Map<string, MonitoringRow>> {
    const { rows } = await db.execute<{
      id: string;
      stopped: boolean;
      started: string | null;
      asked: number;
    }>(sql`
      select wanted.id, m.stopped_at is not null as stopped,
        to_char(m.started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as started,
        (select coalesce(sum(${f.asked}), 0)::float8 from ${f} where ${f.kind} = 'APP' and ${f.subjectId} = wanted.id
          and (m.app_id is null or ${f.hour} >= date_trunc('hour', m.started_at, 'UTC')))
          - coalesce(m.asked_before, 0) as asked
      from unnest(${sql.param([...appIds])}::text[]) wanted (id) left join ${monitoredApps} m on m.app_id = wanted.id`);
    return new Map(
      rows.map(({ id, stopped, started, asked }) => [
        id,
        { isStopped: stopped, startedAt: started === null ? null : new Date(started), asked },
      ]),
    );
  },

  /** Starts the monitoring of an app again. Returns false when it was not stopped. */
  async start(db: TenantDb, appId: string, startedBy: string | null): Promise<boolean> {
    const { rowCount } = await db.execute(sql`
      update ${monitoredApps} set stopped_at = null, started_at = now(), started_by = ${startedBy}, asked_before = (
        select coalesce(sum(${f.asked}), 0)::int from ${f}
        where ${f.kind} = 'APP' and ${f.subjectId} = ${appId} and ${f.hour} >= date_trunc('hour', now(), 'UTC'))
      where ${monitoredApps.appId} = ${appId} and stopped_at is not null`);
    return rowCount === 1;
  },

  async stop(db: TenantDb, appId: string): Promise<void> {
    await db
      .insert(monitoredApps)
      .values({ appId, stoppedAt: sql`now()` })
      .onConflictDoUpdate({
        target: [monitoredApps.tenantId, monitoredApps.appId],
        set: { stoppedAt: sql`now()` },
      });
  },
};
