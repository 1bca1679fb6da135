import type { MonitorKind } from '@atelier/contracts/operate/monitoring/monitor-shapes';
import { monitoring } from '@atelier/contracts/operate/monitoring/monitoring';
import type { Days } from '../../../lib/days/ranges.ts';
import { useRead, useWrite } from '../../../lib/query.ts';

const { endpoints } = monitoring;

export const useSubjects = (query: Days & { kind: MonitorKind; search?: string }, enabled = true) =>
  useRead(endpoints.subjects, { query }, { enabled });

export const useDashboard = (query: Days & { kind: MonitorKind; subjectId?: string }) =>
  useRead(endpoints.dashboard, { query });

export const useTopics = (query: Days & { appId?: string }) => useRead(endpoints.topics, { query });

export const useMonitoring = (appId: string, enabled: boolean) =>
  useRead(endpoints.state, { params: { id: appId } }, { enabled });

const changed = [endpoints.subjects, endpoints.dashboard, endpoints.topics, endpoints.state];

export const useStart = () =>
  useWrite(endpoints.start, { refreshes: changed, success: 'Monitoring started.', toastFailure: true });
export const useStop = () =>
  useWrite(endpoints.stop, {
    refreshes: changed,
    success: 'Monitoring stopped. The figures are kept.',
    toastFailure: true,
  });
