import { people } from '@atelier/contracts/account/people/people';
import { defineRoutes, done } from '../../../kernel/module/module.ts';
import { sessionCookies, toCaller } from '../identity/index.ts';
import { acceptInvitation, readInvitation } from './service/accept-invitation.ts';
import { askForAccess } from './service/ask-for-access.ts';
import { leaveTenant, transferOwnership, updateTenant } from './service/change-tenant.ts';
import { invite, resendInvitation, revokeInvitation, showInvitationLink } from './service/invite-member.ts';
import { getProfile, listMembers, removeMember, updateMember } from './service/members.ts';
import { findEntityTenant, getTenant, listTenants, switchTenant } from './service/own-session.ts';
import { getHoldings, removeTenant } from './service/remove-tenant.ts';
import { searchEntities } from './service/search-entities.ts';

export const peopleRoutes = defineRoutes(people, {
  listTenants: async (ctx) => ({ tenants: await listTenants(ctx) }),
  switchTenant: async (ctx, { body }, exchange) => {
    const { user, token } = await switchTenant(ctx, body.tenantId, toCaller(ctx, exchange));
    exchange.setHeader('set-cookie', ctx.use(sessionCookies).issue(token));
    return { user };
  },
  getTenant: (ctx, { params, query }) => getTenant(ctx, params.id, query.populate === 'invitedBy'),
  updateTenant: (ctx, { params, body }) => updateTenant(ctx, params.id, body.tenantName),
  getHoldings: (ctx, { params }) => getHoldings(ctx, params.id),
  removeTenant: async (ctx, { params, body }) => ({
    user: await removeTenant(ctx, params.id, body.tenantName),
  }),
  transferOwnership: async (ctx, { params, body }, exchange) => ({
    user: await transferOwnership(ctx, { tenantId: params.id, ...body, origin: exchange.origin }),
  }),
  leaveTenant: async (ctx, { params }) => ({ user: await leaveTenant(ctx, params.id) }),
  getProfile: (ctx, { query }) => getProfile(ctx, query),
  searchEntities: async (ctx, { query }) => ({ entities: await searchEntities(ctx, query) }),
  findTenantOf: async (ctx, { query }) => ({ tenant: await findEntityTenant(ctx, query.entityId) }),
  askForAccess: async (ctx, { body }, exchange) => {
    await askForAccess(ctx, { message: body.message, origin: exchange.origin });
    return done;
  },
  listMembers: (ctx, { query }) => listMembers(ctx, query),
  updateMember: async (ctx, { params, body }) => {
    await updateMember(ctx, params.userId, body.role);
    return done;
  },
  removeMember: async (ctx, { params }, exchange) => {
    await removeMember(ctx, params.userId, exchange.origin);
    return done;
  },
  invite: (ctx, { body }, exchange) => invite(ctx, { ...body, origin: exchange.origin }),
  resendInvitation: async (ctx, { params }, exchange) => {
    await resendInvitation(ctx, params.id, exchange.origin);
    return done;
  },
  showInvitationLink: async (ctx, { params }, exchange) => ({
    link: await showInvitationLink(ctx, params.id, exchange.origin),
  }),
  revokeInvitation: async (ctx, { params }) => {
    await revokeInvitation(ctx, params.id);
    return done;
  },
  getInvitation: (ctx, { params }) => readInvitation(ctx, params.id),
  acceptInvitation: async (ctx, { params, body }, exchange) => {
    const accepted = await acceptInvitation(
      ctx,
      { token: params.id, account: body },
      toCaller(ctx, exchange),
    );
    exchange.setHeader('set-cookie', ctx.use(sessionCookies).issue(accepted.token));
    return { user: accepted.user };
  },
});
