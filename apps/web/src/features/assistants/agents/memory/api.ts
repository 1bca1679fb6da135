import { agentMemories } from '@atelier/contracts/assistants/agents/agent-memories';
import { usePages, useWrite } from '../../../../lib/query.ts';

const { endpoints } = agentMemories;
const lists = [endpoints.list];

export interface MemoryQuery {
  search: string;
  agentId: string | undefined;
  sort: 'updatedAt' | 'agent';
  order: 'asc' | 'desc';
}

export const useMemories = (query: MemoryQuery) => usePages(endpoints.list, { query });
export const useCorrectMemory = () =>
  useWrite(endpoints.update, { refreshes: lists, success: 'Saved. It holds from your next task on.' });
export const useRemoveMemory = () =>
  useWrite(endpoints.remove, { refreshes: lists, success: 'Deleted. The agent does not know it any more.' });
export const useRemoveMemories = () =>
  useWrite(endpoints.removeAll, { refreshes: lists, success: 'Deleted. You begin anew.' });
