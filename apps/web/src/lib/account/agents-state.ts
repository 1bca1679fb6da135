import type { MonitorSubject } from '@atelier/contracts/operate/monitoring/monitor-shapes';
import { useSyncExternalStore } from 'react';

/** State that the screens about agents share (SESSION-05, SESSION-06). */
export interface AgentsState {
  workers: { data: readonly unknown[]; total: number };
  isLoading: boolean;
  /** True on the page that shows one shared agent to a visitor, which has no menu and no account (HEADER-24). */
  isPublicAgent: boolean;
  /** The imports of the files that were uploaded in this session, oldest first. */
  uploadedImportIds: readonly string[];
  /** The last list of the monitor, each entry with its figures. */
  monitorMetrics: readonly MonitorSubject[];
}

const initial: AgentsState = {
  workers: { data: [], total: 0 },
  isLoading: false,
  isPublicAgent: false,
  uploadedImportIds: [],
  monitorMetrics: [],
};

let state = initial;
const listeners = new Set<() => void>();

const become = (next: AgentsState): void => {
  state = next;
  for (const listener of listeners) listener();
};

export const agentsState = {
  get: (): AgentsState => state,
  set: (change: Partial<AgentsState>): void => become({ ...state, ...change }),
  /** Called when the session ends. */
  reset: (): void => become(initial),
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useAgentsState = (): AgentsState => useSyncExternalStore(subscribe, agentsState.get);
