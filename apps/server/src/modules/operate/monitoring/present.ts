import type { MonitorState } from '@atelier/contracts/operate/monitoring/monitor-shapes';
import type { MonitoringRow } from './repository.ts';

/** Returns whether an app is monitored. It is from the start, without a time, unless somebody stopped that. */
export const presentState = (
  row: MonitoringRow | undefined,
): { state: MonitorState; startedAt: string | null } => {
  if (row?.isStopped) return { state: 'NOT_STARTED', startedAt: null };
  const state = row !== undefined && row.asked > 0 ? 'ALREADY_ACTIVE' : 'BEING_MONITORED';
  return { state, startedAt: row?.startedAt?.toISOString() ?? null };
};
