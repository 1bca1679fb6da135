import type { mcps } from '@atelier/contracts/assistants/tools/mcps';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import type { AnyCtx } from '../../../../../kernel/context/context.ts';
import { mcpRepository } from '../repository.ts';
import { presentGrants } from './present-grant.ts';

type Query = RequestOf<(typeof mcps.endpoints)['listAccounts']>['query'];

/** Lists the servers at which the caller can connect an account of their own. Nothing else of a server is shown, because it needs `tools:read`. */
export const listAccounts = (ctx: AnyCtx, query: Query) =>
  ctx.tx(async (tx) => {
    const { rows, nextCursor, total } = await mcpRepository.list(tx.db, {
      ...query,
      sort: 'name',
      ofPersons: true,
    });
    const grants = await presentGrants(tx, rows);
    const items = rows.map(({ id: mcpId, name, description, url }) => ({
      ...{ mcpId, name, description },
      site: URL.parse(url)?.host ?? url,
      grant: grants.get(mcpId) ?? null,
    }));
    return { items, nextCursor, total };
  });
