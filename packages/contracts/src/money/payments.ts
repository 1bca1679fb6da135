import { z } from 'zod';
import { defineContract } from '../kernel/contract.ts';
import { fileReplyFor } from '../kernel/raw-replies.ts';
import { lookupId, pageQuery, pageSchemaFor, Timestamp, tenantQuery, text } from '../kernel/shapes.ts';
import { AddOn, AddOnType } from './billing.ts';

/** The reasons for a cancellation (CANCEL-02). */
export const CancelReason = z.enum(['missing_features', 'too_complex', 'too_expensive', 'switched_service']);
export type CancelReason = z.infer<typeof CancelReason>;

/** A cancellation (CANCEL-09). The plan runs to the end of the paid period unless `cancelAtCycleEnd` is false (CANCEL-14). */
export const CancelRequest = z.object({
  ...tenantQuery,
  cancelAtCycleEnd: z.boolean().default(true),
  feedback: z.array(CancelReason).max(4).default([]),
  comment: text(2000).optional(),
});
export type CancelRequest = z.infer<typeof CancelRequest>;

export const InvoiceStatus = z.enum(['DUE', 'PAID', 'VOID']);
export type InvoiceStatus = z.infer<typeof InvoiceStatus>;

/** Amounts are in the smallest unit of the currency. */
export const InvoiceLine = z.object({
  description: z.string(),
  quantity: z.number().int(),
  unitAmount: z.number().int(),
  amount: z.number().int(),
});
export type InvoiceLine = z.infer<typeof InvoiceLine>;

export const Invoice = z.object({
  invoiceId: z.string(),
  number: z.string(),
  status: InvoiceStatus,
  currency: z.string(),
  total: z.number().int(),
  lines: z.array(InvoiceLine),
  issuedAt: Timestamp,
  /** The due date; null when nothing is left to pay. */
  dueAt: Timestamp.nullable(),
  paidAt: Timestamp.nullable(),
});
export type Invoice = z.infer<typeof Invoice>;

/** The address of the payment page. Null: no page is needed because an invoice was created under Billing history. */
const Redirect = z.object({ redirectTo: z.string().nullable() });

export const payments = defineContract({
  name: 'payments',
  errors: {
    'payments.setup_failed': {
      kind: 'upstream',
      message: 'An error occurred while setting up Stripe. Please try again.',
    },
    'payments.plan_not_found': {
      kind: 'not_found',
      message: 'This plan does not exist. Please choose one of the plans under Billing.',
    },
    'payments.plan_is_current': {
      kind: 'conflict',
      message: 'Your company has this plan already. Please choose another one.',
    },
    'payments.plan_by_cancelling': {
      kind: 'conflict',
      message: 'This plan costs nothing. To go back to it, please cancel your plan.',
    },
    'payments.add_on_not_found': {
      kind: 'not_found',
      message: 'This add-on does not exist. Please choose one of those under Billing.',
    },
    'payments.no_portal': {
      kind: 'not_found',
      message:
        'There is no customer portal, because plans are paid by invoice here. Your invoices are under Billing history.',
    },
    'payments.invoice_not_by_hand': {
      kind: 'conflict',
      message: 'This invoice cannot be marked by hand, because it is paid by card or void.',
    },
    'payments.invoice_unchanged': {
      kind: 'conflict',
      message: 'Somebody did this already. Please reload the list of invoices.',
    },
    'payments.invoice_not_found': { kind: 'not_found', message: 'This invoice does not exist.' },
    'payments.nothing_to_cancel': {
      kind: 'precondition',
      message: 'Your company has no paid plan, so there is nothing to cancel.',
    },
    'payments.webhook_not_configured': {
      kind: 'not_found',
      message: 'Card payments are not set up here, so payment events are not accepted.',
    },
    'payments.signature_invalid': {
      kind: 'invalid',
      message: 'The signature of this event is missing, wrong or too old. Please check the signing secret.',
    },
  },
  endpoints: {
    upgrade: {
      method: 'POST',
      path: '/api/payment/upgrade',
      summary: 'Change to another plan; by card, the browser is sent to the checkout (BILLING-11)',
      access: { allow: 'billing:write' },
      body: z.object({ ...tenantQuery, planId: lookupId }),
      reply: Redirect,
    },
    paymentLink: {
      method: 'POST',
      path: '/api/payment/payment-link',
      summary: 'Start to pay for a plan or an add-on (BILLING-11, BILLING-12)',
      access: { allow: 'billing:write' },
      body: z
        .object({
          ...tenantQuery,
          planId: lookupId.optional(),
          addOnId: lookupId.optional(),
          quantity: z.number().int().min(1).max(100).default(1),
        })
        .refine(({ planId, addOnId }) => (planId === undefined) !== (addOnId === undefined), {
          message: 'Please choose either a plan or an add-on',
        }),
      reply: Redirect,
    },
    customerPortal: {
      method: 'POST',
      path: '/api/payment/customer-portal',
      summary: 'Open the customer portal of the payment provider (BILLING-12)',
      access: { allow: 'billing:write' },
      body: z.object(tenantQuery).default({}),
      reply: z.object({ redirectTo: z.string() }),
    },
    addOns: {
      method: 'GET',
      path: '/api/payment/addons',
      summary: 'List the add-ons that can be bought (BILLING-08)',
      access: { allow: 'billing:read' },
      query: z.object({ ...tenantQuery, type: AddOnType.optional() }),
      reply: z.object({ currency: z.string(), addOns: z.array(AddOn) }),
    },
    cancelSubscription: {
      method: 'POST',
      path: '/api/payment/cancel-subscription',
      summary: 'Cancel the plan (CANCEL-10)',
      access: { allow: 'billing:write' },
      body: CancelRequest,
      /** The end of the plan; a time in the past means that it has ended already. */
      reply: z.object({ endsAt: Timestamp }),
    },
    invoices: {
      method: 'GET',
      path: '/api/payment/invoices',
      summary: 'List invoices, newest first (BILLING-11)',
      access: { allow: 'billing:read' },
      query: z.object({
        ...pageQuery,
        ...tenantQuery,
        status: InvoiceStatus.optional(),
        order: z.enum(['asc', 'desc']).default('desc'),
      }),
      /** `hasPortal`: payments are made by card and there is a customer portal. `invoiceNote`: how to pay invoices. */
      reply: pageSchemaFor(Invoice).extend({ hasPortal: z.boolean(), invoiceNote: z.string().nullable() }),
    },
    invoicePdf: {
      method: 'GET',
      path: '/api/payment/invoices/:id/pdf',
      summary: 'Download an invoice as PDF',
      access: { allow: 'billing:read' },
      params: z.object({ id: lookupId }),
      raw: true,
      sends: fileReplyFor('application/pdf'),
    },
    stripeWebhook: {
      method: 'POST',
      path: '/api/payment/stripe-webhook',
      summary: 'Receive an event of the payment provider, which its signature proves',
      access: { public: 'the payment provider has no account; each event carries a signature' },
      largeBody: {
        bytes: 256 * 1024,
        why: 'an event carries the whole object, an invoice with all its lines',
      },
      rawBody: true,
      headers: { 'stripe-signature': 'The signature of the event.' },
      reply: z.object({ received: z.literal(true) }),
    },
  },
});
