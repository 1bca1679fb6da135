import type { MonitorSubject } from '@atelier/contracts/operate/monitoring/monitor-shapes';
import { useEffect } from 'react';
import { agentsState } from '../../../lib/account/agents-state.ts';

/** Keeps what the monitor has listed in the state that the screens about agents share (SESSION-06). */
export const useSharedMetrics = (items: readonly MonitorSubject[] | undefined): void => {
  // The state lies outside React.
  useEffect(() => {
    if (items) agentsState.set({ monitorMetrics: items });
  }, [items]);
};
