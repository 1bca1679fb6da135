import { type ConnectionService, connections } from '@atelier/contracts/content/connections/connections';
import { usePages, useRead, useWrite } from '../../../lib/query.ts';

const { endpoints } = connections;
const refreshes = [endpoints.list, endpoints.get];

export interface ConnectionListQuery {
  search: string;
  service?: ConnectionService | undefined;
  sort: 'name' | 'createdAt' | 'updatedAt';
  order: 'asc' | 'desc';
}

export const useConnectionList = (query: ConnectionListQuery) => usePages(endpoints.list, { query });

/** Reads the fields that each kind of connection asks for (CONN-04). */
export const useConnectionKinds = (service?: ConnectionService) =>
  useRead(endpoints.kinds, { query: service === undefined ? {} : { service } }, { staleTime: 60_000 });

export const useCreateConnection = () =>
  useWrite(endpoints.create, { refreshes, success: 'Connection saved.' });
export const useUpdateConnection = () =>
  useWrite(endpoints.update, { refreshes, success: 'Connection saved.' });
export const useRemoveConnection = () =>
  useWrite(endpoints.remove, { refreshes, success: 'Connection deleted.' });
export const useTestConnection = () => useWrite(endpoints.test);
export const useTestSaved = () => useWrite(endpoints.testSaved, { refreshes, toastFailure: true });
