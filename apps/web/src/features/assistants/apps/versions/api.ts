import { apps } from '@atelier/contracts/assistants/apps';
import { appVersions } from '@atelier/contracts/assistants/apps/versions';
import { usePages, useRead, useWrite } from '../../../../lib/query.ts';

const { endpoints } = appVersions;

export const useVersions = (id: string) => usePages(endpoints.list, { params: { id }, query: {} });
export const useComparison = (id: string, version: number) =>
  useRead(endpoints.compare, { params: { id, version }, query: {} });
export const useRevert = () =>
  useWrite(endpoints.revert, {
    refreshes: [endpoints.list, endpoints.compare, apps.endpoints.get, apps.endpoints.list],
    success: 'The earlier settings are in use again.',
  });
export const useRemoveVersion = () =>
  useWrite(endpoints.remove, { refreshes: [endpoints.list], success: 'Version deleted successfully' });
