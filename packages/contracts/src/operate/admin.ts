import { z } from 'zod';
import { WaitlistStatus } from '../account/identity/waitlist.ts';
import { defineContract } from '../kernel/contract.ts';
import {
  Abilities,
  Done,
  lookupId,
  pageQuery,
  pageSchemaFor,
  requiredText,
  Timestamp,
} from '../kernel/shapes.ts';
import { SubscriptionStatus } from '../money/billing.ts';
import { Invoice, InvoiceStatus } from '../money/payments.ts';

/** An entry of the waiting list. */
export const WaitlistEntry = z.object({
  waitlistId: z.string(),
  name: z.string(),
  email: z.string(),
  companyName: z.string(),
  phone: z.string(),
  status: WaitlistStatus,
  createdAt: Timestamp,
  answeredAt: Timestamp.nullable(),
  abilities: Abilities,
});
export type WaitlistEntry = z.infer<typeof WaitlistEntry>;

/** A tenant as the operator sees it: counts only, no content. */
export const Tenant = z.object({
  tenantId: z.string(),
  name: z.string(),
  status: z.enum(['ACTIVE', 'DISABLED', 'CLOSING']),
  owner: z.object({ name: z.string(), email: z.string() }).nullable(),
  members: z.number().int(),
  things: z.array(z.object({ kind: z.string(), label: z.string(), count: z.number().int() })),
  files: z.object({ count: z.number().int(), bytes: z.number() }),
  /** Null for a tenant that has not chosen a plan yet. */
  billing: z
    .object({
      planName: z.string(),
      status: SubscriptionStatus,
      creditsLeft: z.number(),
      /** Credits spent since the tenant was created. */
      creditsSpent: z.number(),
    })
    .nullable(),
  createdAt: Timestamp,
  lastActiveAt: Timestamp.nullable(),
  /** The reason and the time of disabling; null while the tenant is active. */
  disabled: z.object({ reason: z.string(), at: Timestamp }).nullable(),
  abilities: Abilities,
});
export type Tenant = z.infer<typeof Tenant>;

/** An invoice of a tenant, with the actions that the operator may take on it. */
export const TenantInvoice = Invoice.extend({ abilities: Abilities });
export type TenantInvoice = z.infer<typeof TenantInvoice>;

export const DisableTenant = z.object({
  reason: requiredText(500, 'Please enter the reason, for later questions'),
});

const internal = { internal: 'it concerns every company of the server' };
const byId = { params: z.object({ id: lookupId }) };

export const admin = defineContract({
  name: 'admin',
  alsoFails: [
    'payments.invoice_not_by_hand',
    'payments.invoice_not_found',
    'payments.invoice_unchanged',
    'waitlist.not_found',
  ],
  errors: {
    'admin.tenant_not_found': {
      kind: 'not_found',
      message: 'This company does not exist, or is being deleted. Please reload the list.',
    },
    'admin.own_tenant': {
      kind: 'conflict',
      message: 'You are signed in to this company. Please switch to another one before you disable it.',
    },
  },
  endpoints: {
    me: {
      method: 'GET',
      path: '/api/tenant/admin/me',
      summary: 'Read whether the caller may administer the server',
      access: { signedIn: 'every user may know this about themselves' },
      reply: z.object({ isAdministrator: z.boolean() }),
    },
    listWaitlist: {
      method: 'GET',
      path: '/api/tenant/admin/waitlist',
      summary: 'List the waiting list, newest first',
      access: internal,
      query: z.object({ ...pageQuery, status: WaitlistStatus.optional() }),
      reply: pageSchemaFor(WaitlistEntry),
    },
    admit: {
      method: 'POST',
      path: '/api/tenant/admin/waitlist/:id/admit',
      summary: 'Admit a requester, who gets a mail with a link to sign up',
      access: internal,
      ...byId,
      reply: Done,
    },
    decline: {
      method: 'POST',
      path: '/api/tenant/admin/waitlist/:id/decline',
      summary: 'Decline a requester',
      access: internal,
      ...byId,
      reply: Done,
    },
    listTenants: {
      method: 'GET',
      path: '/api/tenant/admin/tenants',
      summary: 'List every company with its status and usage',
      access: internal,
      query: z.object({
        ...pageQuery,
        status: z.enum(['ACTIVE', 'DISABLED']).optional(),
        sort: z.enum(['name', 'createdAt', 'members']).default('createdAt'),
        order: z.enum(['asc', 'desc']).default('desc'),
      }),
      reply: pageSchemaFor(Tenant),
    },
    disable: {
      method: 'POST',
      path: '/api/tenant/admin/tenants/:id/disable',
      summary: 'Disable a company for all its members',
      access: internal,
      ...byId,
      body: DisableTenant,
      reply: Done,
    },
    enable: {
      method: 'POST',
      path: '/api/tenant/admin/tenants/:id/enable',
      summary: 'Enable a disabled company again',
      access: internal,
      ...byId,
      reply: Done,
    },
    listInvoices: {
      method: 'GET',
      path: '/api/tenant/admin/tenants/:id/invoices',
      summary: 'List the invoices of a company, newest first',
      access: internal,
      ...byId,
      query: z.object({ ...pageQuery, status: InvoiceStatus.optional() }),
      reply: pageSchemaFor(TenantInvoice),
    },
    markInvoice: {
      method: 'PUT',
      path: '/api/tenant/admin/tenants/:id/invoices/:invoiceId',
      summary: 'Mark an invoice as paid or open, unless it is paid by card',
      access: internal,
      params: z.object({ id: lookupId, invoiceId: lookupId }),
      body: z.object({ status: z.enum(['PAID', 'DUE']) }),
      reply: TenantInvoice,
    },
  },
});
