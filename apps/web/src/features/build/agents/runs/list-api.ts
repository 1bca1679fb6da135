import type { AgentRunStatus } from '@atelier/contracts/build/agents/agent-run-shapes';
import { agentRuns } from '@atelier/contracts/build/agents/agent-runs';
import { runs } from '@atelier/contracts/operate/runs/runs';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { usePages, useWrite } from '../../../../lib/query.ts';
import { pathOf } from '../../../../lib/server/api.ts';
import { subscribe } from '../../../../lib/server/event-stream.ts';

const { endpoints } = agentRuns;

interface Filters {
  agentId?: string | undefined;
  status: AgentRunStatus | undefined;
  environment: 'PRODUCTION' | 'TESTING' | undefined;
}

export const useAgentRuns = (query: Filters) => usePages(endpoints.list, { query });
export const useStartAgent = () => useWrite(endpoints.start, { refreshes: [endpoints.list] });

/** Reads the list again whenever the server reports that a run has changed. */
export const useLiveList = (): void => {
  const client = useQueryClient();
  // The stream of the server is outside React.
  useEffect(
    () =>
      subscribe(pathOf(runs.endpoints.events, { query: { runId: 'all' } }), {
        onEvent: () => void client.invalidateQueries({ queryKey: [endpoints.list.path] }),
      }),
    [client],
  );
};
