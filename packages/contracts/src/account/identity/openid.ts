import { z } from 'zod';
import { defineContract } from '../../kernel/contract.ts';
import { Done, lookupId, Timestamp } from '../../kernel/shapes.ts';
import { SessionUser } from './auth.ts';

/** The identity providers. `openid` is the provider that the operator of this server has configured. */
export const OpenidProvider = z.enum(['openid', 'google', 'microsoft']);
export type OpenidProvider = z.infer<typeof OpenidProvider>;

/** The kinds of identity provider in the words of the specification; `openid` is of kind AUTH0 (CONST-03). */
export const IdentityProviderKind = z.enum(['AUTH0', 'GOOGLE', 'MICROSOFT']);

export const SignInProvider = z.object({
  provider: OpenidProvider,
  kind: IdentityProviderKind,
  /** The label of the button. */
  name: z.string(),
});
export type SignInProvider = z.infer<typeof SignInProvider>;

/** One way in which a user signs in. */
export const SignInAccount = z.object({
  accountId: z.string(),
  provider: z.union([z.literal('password'), OpenidProvider]),
  /** The user's email address at the provider; null when the provider did not send one. */
  email: z.string().nullable(),
  createdAt: Timestamp,
  abilities: z.object({ unlink: z.boolean() }),
});
export type SignInAccount = z.infer<typeof SignInAccount>;

/** The address at the provider to which the browser goes. */
export const Redirect = z.object({ redirectTo: z.url() });

/** The parameters with which the provider sends the browser back. */
export const ProviderCallback = z.object({
  code: z.string().min(1).max(4000),
  state: z.string().min(1).max(200),
  iss: z.string().max(1000).optional(),
});

/** A path of this server: another host would be an open redirect. Control characters are refused because browsers drop tabs and line ends. */
const OwnPath = z
  .string()
  .max(2000)
  .regex(/^\/(?![/\\])[ -~\u00a0-\uffff]*$/, 'must be a path that begins with one slash');

export const openid = defineContract({
  name: 'openid',
  alsoFails: ['auth.invite_required', 'auth.needs_session', 'auth.second_factor_required'],
  errors: {
    'openid.provider_not_found': {
      kind: 'not_found',
      message: 'This way to sign in is not set up here. Please choose another one.',
    },
    'openid.provider_unreachable': {
      kind: 'upstream',
      message: 'The sign-in service cannot be reached at the moment. Please try again in a minute.',
    },
    'openid.attempt_expired': {
      kind: 'invalid',
      message:
        'This sign-in took too long, was finished already, or began in another browser. Please start it again.',
    },
    'openid.code_refused': {
      kind: 'invalid',
      message: 'The sign-in service did not confirm the sign-in. Please start it again.',
    },
    'openid.answer_not_trusted': {
      kind: 'upstream',
      message:
        'The sign-in service sent an unexpected answer, so nobody was signed in. Please start again. If this happens again, ask your operator to check the issuer.',
    },
    'openid.email_missing': {
      kind: 'invalid',
      message:
        'The sign-in service did not send your email address. Please allow it to, or sign in another way.',
    },
    'openid.email_unverified': {
      kind: 'forbidden',
      message:
        'The sign-in service has not verified your email address. Please verify it there, then sign in again.',
    },
    'openid.link_first': {
      kind: 'conflict',
      message:
        'An account with this email address already exists. Please sign in as usual, then link this service under Settings, Security.',
    },
    'openid.other_session': {
      kind: 'conflict',
      message:
        'The account was not linked, because another user has signed in meanwhile. Please start again.',
    },
    'openid.linked_elsewhere': {
      kind: 'conflict',
      message: 'This sign-in belongs to another account here. Unlink it there first.',
    },
    'openid.already_linked': {
      kind: 'conflict',
      message: 'You have linked an account of this kind already. Unlink it first to link another one.',
    },
    'openid.account_not_found': { kind: 'not_found', message: 'This sign-in is not linked to your account.' },
    'openid.password_stays': {
      kind: 'precondition',
      message: 'A password cannot be removed. Change it if somebody else knows it.',
    },
    'openid.last_way_in': {
      kind: 'precondition',
      message: 'This is your only way to sign in. Add another one first, then remove this one.',
    },
  },
  endpoints: {
    providers: {
      method: 'GET',
      path: '/api/auth/providers',
      summary: 'List the sign-in buttons, and read whether sign-up is open (AUTH-01, AUTH-02)',
      access: { public: 'the sign-in page shows them' },
      reply: z.object({ providers: z.array(SignInProvider), signUp: z.enum(['open', 'invite']) }),
    },
    start: {
      method: 'POST',
      path: '/api/auth/openid/start',
      summary: 'Begin a sign-in at a provider; the browser goes to redirectTo',
      access: { public: 'the caller is not signed in yet' },
      rate: 'auth',
      body: z.object({
        provider: OpenidProvider,
        returnTo: OwnPath.optional(),
        /** The token of the mail that admits somebody from the waiting list. */
        invite: z.string().max(200).optional(),
      }),
      reply: Redirect,
    },
    link: {
      method: 'POST',
      path: '/api/auth/openid/link',
      summary: "Begin to link a provider to the caller's account; the browser goes to redirectTo",
      unaudited: 'it only sends the browser to the provider; the callback records what is linked',
      access: { signedIn: "it is added to the caller's own account" },
      rate: 'auth',
      body: z.object({ provider: OpenidProvider, returnTo: OwnPath.optional() }),
      reply: Redirect,
    },
    callback: {
      method: 'POST',
      path: '/api/auth/openid/callback',
      summary: 'Finish a sign-in or link with the parameters that the provider returned',
      access: { public: 'a session is created here' },
      rate: 'auth',
      body: ProviderCallback,
      reply: z.object({ user: SessionUser, linked: z.boolean(), returnTo: z.string().nullable() }),
    },
    accounts: {
      method: 'GET',
      path: '/api/auth/accounts',
      summary: "List the caller's ways to sign in",
      access: { signedIn: 'they belong to the caller' },
      reply: z.object({ accounts: z.array(SignInAccount) }),
    },
    unlink: {
      method: 'DELETE',
      path: '/api/auth/accounts/:id',
      summary: "Remove one of the caller's ways to sign in, unless it is the last one",
      access: { signedIn: 'it belongs to the caller' },
      rate: 'auth',
      params: z.object({ id: lookupId }),
      reply: Done,
    },
  },
});
