import { access } from '@atelier/contracts/account/access';
import { defineRoutes, done } from '../../../kernel/module/module.ts';
import { removeAccess, updateAccess } from './service/change-access.ts';
import { giveAccess } from './service/give-access.ts';
import { listUsersWithAccess } from './service/list-users-with-access.ts';

export const accessRoutes = defineRoutes(access, {
  list: (ctx, { params, query }) => listUsersWithAccess(ctx, params.entityId, query),
  give: (ctx, { body }, { origin }) => giveAccess(ctx, { ...body, origin }),
  update: (ctx, { params, body }) => updateAccess(ctx, params.entityId, body.userIds),
  remove: async (ctx, { params, query }) => {
    await removeAccess(ctx, { entityId: params.entityId, userId: query.userId });
    return done;
  },
});
