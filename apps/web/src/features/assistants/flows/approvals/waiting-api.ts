import type { WaitingDecision } from '@atelier/contracts/assistants/flows/flow-run-shapes';
import { flowRuns } from '@atelier/contracts/assistants/flows/flow-runs';
import { useMay } from '../../../../lib/account/session.ts';
import { usePages, useRead } from '../../../../lib/query.ts';
import { useLiveRuns } from '../../../../lib/runs/use-live-runs.ts';

const { waiting } = flowRuns.endpoints;
const keys = [[waiting.path]];

interface WaitingQuery {
  search: string;
  askedBy: WaitingDecision['askedBy'] | undefined;
  order: 'asc' | 'desc';
}

/** The decisions that runs wait for, read again whenever a run has changed. */
export const useWaitingDecisions = (query: WaitingQuery) => {
  useLiveRuns('all', keys);
  return usePages(waiting, { query });
};

/** The number of decisions that runs wait for; 0 until that is known, and for those who may not decide. */
export const useWaitingCount = (): number => {
  const enabled = useMay()('flows:write');
  return useRead(waiting, { query: { limit: 1 } }, { staleTime: 10_000, enabled }).data?.total ?? 0;
};
