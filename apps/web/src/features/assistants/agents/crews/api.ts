import type { AgentListStatus } from '@atelier/contracts/assistants/agents/agent-shapes';
import { agents } from '@atelier/contracts/assistants/agents/agents';
import { crews } from '@atelier/contracts/assistants/agents/crews';
import { usePages, useRead, useWrite } from '../../../../lib/query.ts';

const { endpoints } = crews;

export interface CrewListQuery {
  search: string;
  status: AgentListStatus | undefined;
  sort: 'name' | 'createdAt' | 'updatedAt';
  order: 'asc' | 'desc';
}

export const useCrews = (query: CrewListQuery) => usePages(endpoints.list, { query });
export const useCreateCrew = () => useWrite(endpoints.create, { refreshes: [endpoints.list] });
/** The number of agents that can work in a crew; undefined until it is known. */
export const useReadyAgents = () =>
  useRead(agents.endpoints.list, { query: { status: 'PUBLISHED', limit: 1 } }).data?.total;

/** Reads again at least this often while the crew works, because its agents may work in other processes. */
const everyMs = 1500;

/** The members of a crew and their work in a run, up to date while it goes on. */
export const useCrewWork = (runId: string, isOver: boolean) =>
  useRead(
    endpoints.work,
    { params: { runId }, query: {} },
    { staleTime: 0, refetchInterval: isOver ? false : everyMs },
  );
