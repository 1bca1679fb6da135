import { people } from '@atelier/contracts/account/people/people';
import type { PromptStatus } from '@atelier/contracts/assistants/prompts/prompt-shapes';
import { prompts } from '@atelier/contracts/assistants/prompts/prompts';
import { usePages, useRead, useWrite } from '../../../lib/query.ts';

const { endpoints } = prompts;
const refreshes = [endpoints.list, endpoints.get, endpoints.versions];

interface ListQuery {
  search: string;
  status: PromptStatus | undefined;
  sortBy: 'addedOn' | 'modifiedOn' | 'name';
  order: 'asc' | 'desc';
}

export const usePrompts = (query: ListQuery) => usePages(endpoints.list, { query });
export const usePrompt = (promptId: string) =>
  useRead(endpoints.get, { params: { promptId } }, { staleTime: 0 });
export const usePromptVersions = (promptId: string) => useRead(endpoints.versions, { params: { promptId } });
/** The published prompts whose name contains a text, for inserting one. */
export const usePublishedPrompts = (search: string) =>
  useRead(endpoints.list, {
    query: { status: 'Published', search, sortBy: 'name', order: 'asc', limit: 50 },
  });
/** The members of the company, for those who may see them. */
export const useColleagues = (enabled: boolean) =>
  useRead(people.endpoints.listMembers, { query: { limit: 100 } }, { enabled });

export const useCreatePrompt = () => useWrite(endpoints.create, { refreshes });
export const useSavePrompt = () => useWrite(endpoints.update, { refreshes });
export const usePublishPrompt = () => useWrite(endpoints.publish, { refreshes });
export const useRestoreVersion = () => useWrite(endpoints.restore, { refreshes });
export const useGeneratePrompt = () => useWrite(endpoints.generate);
export const useRemovePrompt = (name: string) =>
  useWrite(endpoints.remove, { refreshes: [endpoints.list], success: `“${name}” was deleted.` });
