import type { AgentLine } from '@atelier/contracts/assistants/agents/agent-shapes';
import { agents } from '@atelier/contracts/assistants/agents/agents';
import { crews } from '@atelier/contracts/assistants/agents/crews';
import { usePages, useRead, useWrite } from '../../../lib/query.ts';
import type { AgentStatus } from './model/agent-status.ts';

const { endpoints } = agents;

export interface AgentListQuery {
  search: string;
  status: AgentStatus | undefined;
  sort: 'name' | 'createdAt' | 'updatedAt';
  order: 'asc' | 'desc';
}

/** Lists that contain what is shown of an agent elsewhere. */
const everyList = [endpoints.list, crews.endpoints.list];
const lists = [...everyList, endpoints.versions];

export const useAgents = (query: AgentListQuery) => usePages(endpoints.list, { query });
export const useAgent = (id: string) =>
  useRead(endpoints.get, { params: { id }, query: {} }, { staleTime: 0 });
export const useCreateAgent = () => useWrite(endpoints.create, { refreshes: [endpoints.list] });
export const useDuplicateAgent = () =>
  useWrite(endpoints.duplicate, { refreshes: everyList, toastFailure: true });
/** Saves the draft. The form itself has what it saved, so the agent is not read again. */
export const useSaveAgent = () => useWrite(endpoints.update, { refreshes: lists });
/** Switches an agent on or off. */
export const useSwitchAgent = () =>
  useWrite(endpoints.update, { refreshes: [endpoints.get, ...everyList], toastFailure: true });
export const usePublishAgent = () => useWrite(endpoints.publish, { refreshes: lists });
/** Publishes a draft that the quality gate refuses; only owners may. */
export const usePublishAnyway = () => useWrite(endpoints.publishAnyway, { refreshes: lists });
export const useAgentRemoval = (id: string) =>
  useRead(endpoints.removal, { params: { id }, query: {} }, { staleTime: 0 });
export const useRemoveAgent = ({ name }: Pick<AgentLine, 'name'>) =>
  useWrite(endpoints.remove, { refreshes: everyList, success: `“${name}” was deleted.` });
export const useAgentVersions = (id: string) => usePages(endpoints.versions, { params: { id }, query: {} });
export const useAgentVersion = (id: string, versionId: string) =>
  useRead(endpoints.get, { params: { id }, query: { versionId } });
export const useRestoreVersion = () =>
  useWrite(endpoints.restore, { refreshes: lists, success: 'Version restored as the draft.' });
