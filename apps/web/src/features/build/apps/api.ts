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
/** Apps whose link answers, by name. */
export const useOnlineApps = (search: string) =>
  usePages(endpoints.list, { query: { search, active: 'true', sort: 'name', order: 'asc' } });
export const useApp = (id: string) => useRead(endpoints.get, { params: { id } });
export const useCreateApp = () => useWrite(endpoints.create, { refreshes: [endpoints.list] });
export const useUpdateApp = (success: string) =>
  useWrite(endpoints.update, { refreshes: [endpoints.get, endpoints.list], success });
export const useRemoveApp = ({ name }: Pick<App, 'name'>) =>
  useWrite(endpoints.remove, { refreshes: [endpoints.list], success: `“${name}” was deleted.` });

/** Switches an app's link on or off, with a toast that says what holds now. */
export const useSwitchApp = () =>
  useWrite(endpoints.update, { refreshes: [endpoints.get, endpoints.list], toastFailure: true });

export const useChatModels = () => useRead(models.endpoints.list, { query: { type: 'CHAT' } });

/** A read that makes the key on its first call, so it is asked for only when somebody wants one. */
export const useGetApiKey = () => useWrite(auth.endpoints.getApiKey, { toastFailure: true });
export const useRegenerateApiKey = () => useWrite(auth.endpoints.regenerateApiKey);
