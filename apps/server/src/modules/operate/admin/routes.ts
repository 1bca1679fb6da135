import { admin } from '@atelier/contracts/operate/admin';
import { defineRoutes, done } from '../../../kernel/module/module.ts';
import { admitFromWaitlist, declineFromWaitlist, listWaitlist } from '../../account/identity/index.ts';
import { presentWaitlistEntry } from './present.ts';
import {
  disableTenant,
  enableTenant,
  listTenantInvoices,
  listTenants,
  markTenantInvoice,
} from './service/tenants.ts';

/** The kernel has checked the caller of every route except `me`: `access: { internal }`. */
export const adminRoutes = defineRoutes(admin, {
  me: async (_ctx, _request, exchange) => ({ isAdministrator: exchange.isInternal }),
  listWaitlist: async (ctx, { query }) => {
    const { rows, nextCursor, total } = await listWaitlist(ctx, query);
    return { items: rows.map(presentWaitlistEntry), nextCursor, total };
  },
  admit: async (ctx, { params }, exchange) => {
    await admitFromWaitlist(ctx, params.id, exchange.origin);
    return done;
  },
  decline: async (ctx, { params }) => {
    await declineFromWaitlist(ctx, params.id);
    return done;
  },
  listTenants: (ctx, { query }) => listTenants(ctx, query),
  disable: async (ctx, { params, body }) => {
    await disableTenant(ctx, { tenantId: params.id, reason: body.reason });
    return done;
  },
  enable: async (ctx, { params }) => {
    await enableTenant(ctx, params.id);
    return done;
  },
  listInvoices: (ctx, { params, query }) => listTenantInvoices(ctx, params.id, query),
  markInvoice: (ctx, { params, body }) =>
    markTenantInvoice(ctx, params.id, { invoiceId: params.invoiceId, status: body.status }),
});
