import type { access, UserWithAccess } from '@atelier/contracts/account/access';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import type { AnyCtx } from '../../../../kernel/context/context.ts';
import { listInvited } from '../../people/index.ts';
import { rolesThatSee } from '../define-entity.ts';
import { type AccessRow, accessRepository } from '../repository.ts';
import { getEntity } from './get-entity.ts';

const presentUserWithAccess = (row: AccessRow, shared: boolean): UserWithAccess => {
  const byRole = rolesThatSee(shared).includes(row.role);
  return {
    userId: row.userId,
    name: row.name,
    email: row.email,
    picture: row.picture,
    role: row.role,
    by: byRole ? 'ROLE' : 'GRANT',
    grantedAt: byRole ? null : (row.grantedAt?.toISOString() ?? null),
    grantedBy: byRole ? null : row.grantedBy,
    abilities: { canRemove: !byRole },
  };
};

type ListQuery = RequestOf<(typeof access.endpoints)['list']>['query'];

/** Lists every user who sees an entity, by name: those with a grant, and those whose role sees it anyway. */
export const listUsersWithAccess = (ctx: AnyCtx, entityId: string, query: ListQuery) =>
  ctx.tx(async (tx) => {
    const { shared } = await getEntity(tx, entityId);
    const { search, by, limit, cursor } = query;
    const filter = { tenantId: tx.tenantId, entityId, seeing: rolesThatSee(shared), search, by };
    const page = await accessRepository.list(tx.db, filter, { limit, cursor });
    const invited = await listInvited(tx, entityId);
    return {
      ...page,
      items: page.rows.map((row) => presentUserWithAccess(row, shared)),
      invited: invited.map((row) => ({ ...row, expiresAt: row.expiresAt.toISOString() })),
    };
  });
