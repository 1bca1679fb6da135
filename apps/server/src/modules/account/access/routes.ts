import { access } from '@atelier/contracts/account/access';
import { sharedThings } from '@atelier/contracts/account/shared-things';
import { defineRoutes, done } from '../../../kernel/module/module.ts';
import { removeAccess, updateAccess } from './service/change-access.ts';
import { giveAccess } from './service/give-access.ts';
import { listShared } from './service/list-shared.ts';
import { listUsersWithAccess } from './service/list-users-with-access.ts';
import { askFor, declineRequest, listRequests, readOwnRequest } from './service/requests.ts';

export const accessRoutes = defineRoutes(access, {
  list: (ctx, { params, query }) => listUsersWithAccess(ctx, params.entityId, query),
  give: (ctx, { body }, { origin }) => giveAccess(ctx, { ...body, origin }),
  update: (ctx, { params, body }, { origin }) =>
    updateAccess(ctx, params.entityId, { userIds: body.userIds, origin }),
  remove: async (ctx, { params, query }) => {
    await removeAccess(ctx, { entityId: params.entityId, userId: query.userId });
    return done;
  },
});

export const sharedThingRoutes = defineRoutes(sharedThings, {
  list: (ctx, { query }) => listShared(ctx, query),
  readRequest: (ctx, { params }) => readOwnRequest(ctx, params.entityId),
  ask: (ctx, { params, body }, { origin }) =>
    askFor(ctx, { entityId: params.entityId, message: body.message, origin }),
  listRequests: (ctx, { query }) => listRequests(ctx, query.entityId),
  decline: async (ctx, { params, query }) => {
    await declineRequest(ctx, { entityId: params.entityId, userId: query.userId });
    return done;
  },
});
