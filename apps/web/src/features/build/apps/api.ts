import { auth } from '@atelier/contracts/account/identity/auth';
import { type App, apps } from '@atelier/contracts/build/apps';
import { models } from '@atelier/contracts/content/models';
import { usePages, useRead, useWrite } from '../../../lib/query.ts';

const { endpoints } = apps;

export interface AppListQuery {
  search: string;
  access: App['access'] | undefined;
  sort: 'name' | 'createdAt' | 'updatedAt';
  order: 'asc' | 'desc';
}

export const useApps = (query: AppListQuery) => usePages(endpoints.list, { query });
/** Apps whose link is on, by name. */
export const useOnlineApps = (search: string) =>
  usePages(endpoints.list, { query: { search, active: 'true', sort: 'name', order: 'asc' } });
export const useApp = (id: string) => useRead(endpoints.get, { params: { id } });
/** The settings of an automatic configuration on these knowledge bases, with their reasons. */
export const useAutomaticSettings = (knowledgeBaseIds: readonly string[]) =>
  useRead(endpoints.automatic, { query: { knowledgeBaseIds: knowledgeBaseIds.join(',') } });
export const useOrchestrations = () => useRead(endpoints.orchestrations, {});
/** Apps that may answer another app, by name. */
export const useAnswererChoices = (search: string) =>
  usePages(endpoints.list, { query: { search, sort: 'name', order: 'asc' } });
export const useCreateApp = () => useWrite(endpoints.create, { refreshes: [endpoints.list] });
export const useUpdateApp = (success: string) =>
  useWrite(endpoints.update, { refreshes: [endpoints.get, endpoints.list], success });
export const useRemoveApp = ({ name }: Pick<App, 'name'>) =>
  useWrite(endpoints.remove, { refreshes: [endpoints.list], success: `“${name}” was deleted.` });

/** Switches the link of an app on or off, and confirms it with a toast. */
export const useSwitchApp = () =>
  useWrite(endpoints.update, { refreshes: [endpoints.get, endpoints.list], toastFailure: true });

export const useChatModels = () => useRead(models.endpoints.list, { query: { type: 'CHAT' } });

/** Returns a call that creates the key if there is none, so it is only made on request. */
export const useGetApiKey = () => useWrite(auth.endpoints.getApiKey, { toastFailure: true });
export const useRegenerateApiKey = () => useWrite(auth.endpoints.regenerateApiKey);
