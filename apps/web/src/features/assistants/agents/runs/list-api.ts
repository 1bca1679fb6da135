import type { AgentRunStatus } from '@atelier/contracts/assistants/agents/agent-run-shapes';
import { agentRuns } from '@atelier/contracts/assistants/agents/agent-runs';
import { usePages, useWrite } from '../../../../lib/query.ts';
import { useLiveRuns } from '../../../../lib/runs/use-live-runs.ts';

const { endpoints } = agentRuns;

interface Filters {
  agentId?: string | undefined;
  status: AgentRunStatus | undefined;
  environment: 'PRODUCTION' | 'TESTING' | undefined;
}

export const useAgentRuns = (query: Filters) => usePages(endpoints.list, { query });
export const useStartAgent = () => useWrite(endpoints.start, { refreshes: [endpoints.list] });

const lists = [[endpoints.list.path]];

/** Reads the list again whenever the server reports that a run has changed. */
export const useLiveList = (): void => useLiveRuns('all', lists);
