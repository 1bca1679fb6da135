import type { McpGrant } from '@atelier/contracts/assistants/tools/mcp-shapes';
import type { TxCtx } from '../../../../../kernel/context/context.ts';
import { tenantMembers } from '../../../../account/tenancy/index.ts';
import type { GrantRow, McpRow } from '../../tables.ts';
import { grantRepository } from './repository.ts';

const describeProblem = ({ problem, missingScope }: GrantRow): string | null => {
  if (problem !== null) return problem;
  return missingScope === ''
    ? null
    : `A tool needs more rights (${missingScope}). Connect again to allow them.`;
};

const present = (row: GrantRow, by: string): McpGrant => ({
  state: row.problem === null ? 'CONNECTED' : 'BROKEN',
  problem: describeProblem(row),
  by,
  at: row.connectedAt.toISOString(),
  site: row.site,
});

/** Returns the accounts with which an actor reaches servers, by the ids of the servers. */
export const presentGrants = async (
  tx: TxCtx,
  servers: readonly Pick<McpRow, 'id' | 'sharing' | 'authentication'>[],
): Promise<Map<string, McpGrant>> => {
  const signed = new Map(
    servers.filter(({ authentication }) => authentication === 'OAUTH').map((row) => [row.id, row]),
  );
  const personId = 'userId' in tx.actor ? tx.actor.userId : '';
  const rows = await grantRepository.listFor(tx.db, [...signed.keys()], personId);
  const used = rows.filter(
    (row) => (signed.get(row.mcpId)?.sharing === 'PERSON') === (row.personId !== null),
  );
  if (used.length === 0) return new Map();
  const members = await tenantMembers.list(tx, { userIds: used.map(({ connectedBy }) => connectedBy) });
  const names = new Map(members.map(({ userId, name }) => [userId, name]));
  return new Map(used.map((row) => [row.mcpId, present(row, names.get(row.connectedBy) ?? '')]));
};
