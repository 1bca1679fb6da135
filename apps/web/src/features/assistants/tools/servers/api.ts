import { mcps } from '@atelier/contracts/assistants/tools/mcps';
import { useQueryClient } from '@tanstack/react-query';
import { usePages, useRead, useWrite } from '../../../../lib/query.ts';
import { call } from '../../../../lib/server/api.ts';

const { endpoints } = mcps;
const refreshes = [endpoints.list, endpoints.get, endpoints.listAccounts];

interface ListQuery {
  search: string;
  sort: 'name' | 'createdAt' | 'updatedAt';
  order: 'asc' | 'desc';
}

export const useMcps = (query: ListQuery) => usePages(endpoints.list, { query });
/** The servers at which the user can connect an account of their own. */
export const useAccounts = (query: { search: string; order: 'asc' | 'desc' }) =>
  usePages(endpoints.listAccounts, { query });
/** Reads what is shown of servers again, after an account was connected in another window. */
export const useRefreshMcps = () => {
  const client = useQueryClient();
  return () => {
    for (const { path } of refreshes) void client.invalidateQueries({ queryKey: [path] });
  };
};
/** Reads a server with its tools, as its form needs it. */
export const readMcp = (id: string) => call(endpoints.get, { params: { id }, query: {} });
export const useDiscoverMcp = () => useWrite(endpoints.discover);
export const useCreateMcp = () => useWrite(endpoints.create, { refreshes, success: 'MCP server saved.' });
export const useUpdateMcp = () => useWrite(endpoints.update, { refreshes, success: 'MCP server saved.' });
export const useCheckMcp = () => useWrite(endpoints.check, { refreshes });
export const useMcpRemoval = (id: string) =>
  useRead(endpoints.removal, { params: { id }, query: {} }, { staleTime: 0 });
export const useRemoveMcp = (name: string) =>
  useWrite(endpoints.remove, { refreshes, success: `“${name}” was deleted.` });
export const useDisconnectMcp = (name: string) =>
  useWrite(endpoints.disconnect, {
    refreshes,
    success: `The account at “${name}” was forgotten, and its access is withdrawn where the service takes such requests.`,
  });
/** Returns the address at which the user allows access to a server. */
export const readGrantAddress = (mcpId: string) => call(endpoints.connect, { params: { id: mcpId } });
