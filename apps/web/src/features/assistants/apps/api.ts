import { type App, apps } from '@atelier/contracts/assistants/apps';
import type { appLook } from '@atelier/contracts/assistants/apps/look';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { usePages, useRead, useWrite } from '../../../lib/query.ts';
import { upload } from '../../../lib/server/upload.ts';
import { describeError } from '../../../ui/feedback/describe-error.ts';
import { toastError, toastSuccess } from '../../../ui/feedback/toasts.tsx';

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

/** Uploads a picture of an app. `send` resolves to the changed app, or to undefined after a failure, which is shown. */
export const useSetImage = (endpoint: (typeof appLook.endpoints)['setIcon' | 'setLogo']) => {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const send = async (id: string, file: File): Promise<App | undefined> => {
    const form = new FormData();
    form.append('file', file);
    setBusy(true);
    try {
      const app = await upload(endpoint, form, { params: { id } });
      await client.invalidateQueries({ queryKey: [endpoints.get.path] });
      toastSuccess('Picture saved');
      return app;
    } catch (error) {
      toastError(describeError(error).message);
      return undefined;
    } finally {
      setBusy(false);
    }
  };
  return { send, isBusy };
};

/** Returns a call that creates the key if there is none, so it is only made on request. */
