import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { newId } from '../base/ids.ts';
import { liveChannel } from '../db/live-channel.ts';
import type { TenantDb } from '../db/tenant-db.ts';
import { defineJob } from './define-job.ts';

/** The job that delivers an event to its subscribers. */
export const deliveryJob = defineJob({ name: 'events.deliver', input: z.object({ eventId: z.string() }) });

/** The database decides when a job is due. Where its clock and ours differ by more than this, the time of a job is that of its clock. */
const sameClockSeconds = 1;
const clockOfDatabase = (at: Date) => {
  const now = new Date().toISOString();
  return sql`${at.toISOString()}::timestamptz + case
    when abs(extract(epoch from clock_timestamp() - ${now}::timestamptz)) < ${sameClockSeconds} then interval '0'
    else clock_timestamp() - ${now}::timestamptz end`;
};

export const writeJob = async <I extends { tenantId: string }>(
  db: TenantDb,
  name: string,
  input: I,
  options: { key?: string; runAt?: Date } = {},
): Promise<void> => {
  await db.execute(sql`select atelier.add_job(${name}, ${JSON.stringify(input)}::json, ${options.key ?? null},
    ${options.runAt ? clockOfDatabase(options.runAt) : sql`null::timestamptz`}, 12)`);
};

export const writeEvent = async (
  db: TenantDb,
  { tenantId, name, payload }: { tenantId: string; name: string; payload: object },
): Promise<void> => {
  const id = newId('evt');
  await Promise.all([
    db.execute(
      sql`insert into events (id, type, payload) values (${id}, ${name}, ${JSON.stringify(payload)}::jsonb)`,
    ),
    writeJob(db, deliveryJob.name, { eventId: id, tenantId }),
  ]);
};

/** Returns true while an event of the transaction's tenant has not been delivered to all subscribers. */
export const hasOpenEvents = async (db: TenantDb): Promise<boolean> => {
  const { rows } = await db.execute<{ open: boolean }>(sql`select exists (select 1 from events) as open`);
  return rows[0]?.open ?? false;
};

export const writeSignal = async (
  db: TenantDb,
  signal: { tenantId: string; topic: string; id: string },
): Promise<void> => {
  await db.execute(sql`select pg_notify(${liveChannel}, ${JSON.stringify(signal)})`);
};

/** Sends one signal for each id, in one statement. */
export const writeSignals = async (
  db: TenantDb,
  { tenantId, topic }: { tenantId: string; topic: string },
  ids: readonly string[],
): Promise<void> => {
  if (ids.length === 0) return;
  const signals = ids.map((id) => JSON.stringify({ tenantId, topic, id }));
  await db.execute(
    sql`select pg_notify(${liveChannel}, signal) from json_array_elements_text(${JSON.stringify(signals)}::json) signal`,
  );
};
