import { tools } from '@atelier/contracts/assistants/tools/tools';
import { connections } from '@atelier/contracts/content/connections/connections';
import { usePages, useRead, useWrite } from '../../../lib/query.ts';
import { call } from '../../../lib/server/api.ts';

const { endpoints } = tools;
const refreshes = [endpoints.list, endpoints.get, connections.endpoints.list];

interface ListQuery {
  search: string;
  sort: 'name' | 'createdAt' | 'updatedAt';
  order: 'asc' | 'desc';
}

export const useTools = (query: ListQuery) => usePages(endpoints.list, { query });
/** All ready-made tools, also those for which a connection is missing. */
export const useDefaultTools = () =>
  useRead(endpoints.listDefaults, { query: { all: 'true' } }, { staleTime: 300_000 });
/** Reads a tool as its form needs it. */
export const readTool = (toolId: string) => call(endpoints.get, { query: { toolId } });
export const useCreateTool = () => useWrite(endpoints.create, { refreshes, success: 'Tool saved.' });
export const useUpdateTool = () => useWrite(endpoints.update, { refreshes, success: 'Tool saved.' });
export const useToolRemoval = (id: string) =>
  useRead(endpoints.removal, { params: { id }, query: {} }, { staleTime: 0 });
export const useRemoveTool = (name: string) =>
  useWrite(endpoints.remove, { refreshes, success: `“${name}” was deleted.` });
export const useReadOpenApi = () => useWrite(endpoints.readOpenApi);
export const useAddOpenApi = () => useWrite(endpoints.addOpenApi, { refreshes });
