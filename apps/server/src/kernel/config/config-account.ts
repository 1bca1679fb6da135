import { z } from 'zod';
import { text, variableNotes, webUrl, wholeNumber } from './config-kinds.ts';

/** Variables about signing in. */
export const identity = {
  SIGN_UP: z.enum(['open', 'invite']).default('open').register(variableNotes, {
    section: 'Identity',
    description:
      'Who may make an account: `open` (everybody), or `invite` (people who were invited, or admitted from the waiting list).',
    expects: 'open or invite',
    fallback: 'open',
  }),
  OPENID_ISSUER: webUrl().optional().register(variableNotes, {
    section: 'Identity',
    description:
      'Hosted OpenID Connect provider (Auth0, Okta, Keycloak and others). Its callback address is `/auth/callback`.',
    expects: 'the address of the issuer, which starts with https:// (or http:// for a trial)',
  }),
  OPENID_CLIENT_ID: text().optional().register(variableNotes, {
    section: 'Identity',
    description: 'Client id at that provider.',
    expects: 'a client id',
  }),
  OPENID_CLIENT_SECRET: text().optional().register(variableNotes, {
    section: 'Identity',
    description: 'Client secret at that provider. Without it, the client is a public one with PKCE.',
    expects: 'a client secret',
  }),
  OPENID_NAME: text().default('Single sign-on').register(variableNotes, {
    section: 'Identity',
    description: 'What the button on the sign-in page says.',
    expects: 'a short name',
    fallback: 'Single sign-on',
  }),
  GOOGLE_CLIENT_ID: text().optional().register(variableNotes, {
    section: 'Identity',
    description: 'Client id of Google sign-in. Without it, the button is not there.',
    expects: 'a client id',
  }),
  GOOGLE_CLIENT_SECRET: text().optional().register(variableNotes, {
    section: 'Identity',
    description: 'Client secret of Google sign-in.',
    expects: 'a client secret',
  }),
  GOOGLE_ISSUER: webUrl().default('https://accounts.google.com').register(variableNotes, {
    section: 'Identity',
    description: 'Issuer of Google sign-in.',
    expects: 'an address that starts with https://',
    fallback: 'https://accounts.google.com',
  }),
  MICROSOFT_CLIENT_ID: text().optional().register(variableNotes, {
    section: 'Identity',
    description: 'Client id of Microsoft sign-in. Without it, the button is not there.',
    expects: 'a client id',
  }),
  MICROSOFT_CLIENT_SECRET: text().optional().register(variableNotes, {
    section: 'Identity',
    description: 'Client secret of Microsoft sign-in.',
    expects: 'a client secret',
  }),
  MICROSOFT_ISSUER: webUrl()
    .default('https://login.microsoftonline.com/organizations/v2.0')
    .register(variableNotes, {
      section: 'Identity',
      description:
        'Issuer of Microsoft sign-in; with the id of a directory in place of `organizations`, only its people.',
      expects: 'an address that starts with https://',
      fallback: 'https://login.microsoftonline.com/organizations/v2.0',
    }),
};

/** Variables about payment. */
export const billing = {
  BILLING_DEFAULT_PLAN: z.enum(['free', 'none']).default('free').register(variableNotes, {
    section: 'Billing',
    description: 'Plan of a new company: `free`, or `none`, so that it has to choose one first.',
    expects: 'free or none',
    fallback: 'free',
  }),
  BILLING_CATALOGUE: text().optional().register(variableNotes, {
    section: 'Billing',
    description: 'File with your own plans and add-ons in place of the built-in ones.',
    expects: 'the path of a JSON file',
  }),
  BILLING_INVOICE_NOTE: text().optional().register(variableNotes, {
    section: 'Billing',
    description:
      'How invoices are paid: an account number and whom to write to, for instance. Shown before a plan is chosen and beside open invoices.',
    expects: 'a sentence or two',
  }),
  OPERATOR_BUDGET_PER_DAY: wholeNumber(0, 1_000_000_000, 50_000).register(variableNotes, {
    section: 'Billing',
    description:
      'Credits that all companies together may use in a day (UTC) through the models of `OPENAI_API_KEY`. 1,000 credits are list prices of one US dollar. Companies with a provider of their own are not bound. `0` lifts the ceiling.',
    expects: 'a whole number from 0 to 1000000000',
    fallback: '50000',
  }),
  OPERATOR_BUDGET_PER_MONTH: wholeNumber(0, 1_000_000_000, 500_000).register(variableNotes, {
    section: 'Billing',
    description: 'The same for a month (UTC). `0` lifts the ceiling.',
    expects: 'a whole number from 0 to 1000000000',
    fallback: '500000',
  }),
  OPERATOR_BUDGET_PER_FREE_COMPANY: wholeNumber(0, 1_000_000_000, 20_000).register(variableNotes, {
    section: 'Billing',
    description:
      'Credits of those that one company may use in a month as long as it has not paid: on the free plan, in the trial, and before its first invoice is marked as paid. `0` lifts the ceiling.',
    expects: 'a whole number from 0 to 1000000000',
    fallback: '20000',
  }),
  OPERATOR_BUDGET_NEEDS_MAIL: z.enum(['on', 'off']).default('on').register(variableNotes, {
    section: 'Billing',
    description:
      'Whether those models answer only companies whose owner has confirmed their mail address: `on`, or `off`.',
    expects: 'on or off',
    fallback: 'on',
  }),
  FREE_STORAGE_GB: wholeNumber(0, 1_000_000, 50).register(variableNotes, {
    section: 'Billing',
    description:
      'Gigabytes of documents that a company may keep as long as it has not paid, whatever its plan says. `0` lifts the ceiling.',
    expects: 'a whole number from 0 to 1000000',
    fallback: '50',
  }),
  STRIPE_SECRET_KEY: text().optional().register(variableNotes, {
    section: 'Billing',
    description:
      'Secret key of a Stripe account. With it, plans and add-ons are paid by card; without it, plans change at once and are invoiced.',
    expects: 'a secret key',
  }),
  STRIPE_WEBHOOK_SECRET: text().optional().register(variableNotes, {
    section: 'Billing',
    description: 'Signing secret of the Stripe webhook, which calls `/api/payment/stripe-webhook`.',
    expects: 'a signing secret',
  }),
  STRIPE_API_URL: webUrl().default('https://api.stripe.com').register(variableNotes, {
    section: 'Billing',
    description: 'Address of the Stripe API.',
    expects: 'an address that starts with https://',
    fallback: 'https://api.stripe.com',
  }),
};

/** Variables that are passed on to the pages. */
export const frontEnd = {
  ORCHESTRATOR_ORIGIN: webUrl().optional().register(variableNotes, {
    section: 'Front end',
    description: 'Origin of a flow builder in another window, the only one whose messages the page answers.',
    expects: 'an origin such as https://flows.example.com',
  }),
  SUPPORT_EMAIL: text().optional().register(variableNotes, {
    section: 'Front end',
    description:
      'Where questions from the support panel are mailed. Without it, they are shown on the administration page only.',
    expects: 'a mail address',
  }),
  ANALYTICS: z.enum(['on', 'off']).default('on').register(variableNotes, {
    section: 'Front end',
    description: 'Whether the server counts which screens are opened. The counts stay in its database.',
    expects: 'on or off',
    fallback: 'on',
  }),
};
