import type { MonitorState } from '@atelier/contracts/operate/monitoring/monitor-shapes';
import type { MonitoredRow } from './tables.ts';

/** Returns whether an app is monitored, from the row of its start and the questions since the hour of the start. */
export const presentState = (
  row: (MonitoredRow & { asked: number }) | undefined,
): { state: MonitorState; startedAt: string | null } => {
  if (row === undefined) return { state: 'NOT_STARTED', startedAt: null };
  const state = row.asked > row.askedBefore ? 'ALREADY_ACTIVE' : 'BEING_MONITORED';
  return { state, startedAt: row.startedAt.toISOString() };
};
