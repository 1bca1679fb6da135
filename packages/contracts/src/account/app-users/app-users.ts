import { z } from 'zod';
import { ChatTheme } from '../../assistants/apps/app-settings.ts';
import { defineContract } from '../../kernel/contract.ts';
import {
  Done,
  lookupId,
  pageQuery,
  pageSchemaFor,
  requiredText,
  Timestamp,
  tenantQuery,
  text,
} from '../../kernel/shapes.ts';
import { Email, NewPassword } from '../identity/auth.ts';
import { OpenidProvider, ProviderCallback, Redirect, SignInProvider } from '../identity/openid.ts';
import { appUserErrors } from './app-user-errors.ts';

/** An invited app user (PRIVATE-01). */
export const AppUser = z.object({
  isLoggedIn: z.literal(true),
  userId: z.string(),
  name: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  profilePicture: z.string().nullable(),
  tenantId: z.string(),
  /** The id of the access to the app, which began as an invitation; it is no secret. Null without access. */
  invitationTokenId: z.string().nullable(),
  /** The app that the call named. */
  appId: z.string(),
});
export type AppUser = z.infer<typeof AppUser>;

/** The access of one address to one app. ENDED: the last day of the access has passed. */
export const AppAccessStatus = z.enum(['REQUESTED', 'INVITED', 'EXPIRED', 'GRANTED', 'ENDED']);
export type AppAccessStatus = z.infer<typeof AppAccessStatus>;

/** A person from outside the company who was invited to a private app. */
export const AppUserAccess = z.object({
  accessId: z.string(),
  email: z.string(),
  /** Null until the person has signed up. */
  name: z.string().nullable(),
  status: AppAccessStatus,
  /** The end of the invitation while it is open. */
  invitedUntil: Timestamp.nullable(),
  /** The end of the access; null when it does not end by itself. */
  endsAt: Timestamp.nullable(),
  givenBy: z.string().nullable(),
  createdAt: Timestamp,
  /** True when the link of the invitation can be shown because no mail server delivers it. */
  canCopyLink: z.boolean(),
});
export type AppUserAccess = z.infer<typeof AppUserAccess>;

/** The look of the screens on which invited users sign in to an app: the theme and the logo of its chat. */
export const SignInLook = z.object({
  themeName: ChatTheme,
  /** The address of the logo; null where the app has none. */
  logo: z.string().nullable(),
});
export type SignInLook = z.infer<typeof SignInLook>;

const MailedToken = z.string().min(10).max(300);
const appLink = { appId: lookupId, ...tenantQuery };

/** A browser gets a cookie that no script can read. A program asks for the token itself and sends it as a bearer token. */
const withToken = { returnToken: z.boolean().default(false) };

export const AppUserSignUp = z.object({
  ...appLink,
  token: MailedToken,
  firstName: requiredText(60, 'Please enter your first name'),
  lastName: text(60).default(''),
  password: NewPassword,
  ...withToken,
});

export const AppUserSignIn = z.object({
  ...appLink,
  email: Email,
  password: z.string({ error: 'Password is required' }).min(1, 'Password is required').max(128),
  /** The token of an open invitation, which the sign-in accepts. */
  token: MailedToken.optional(),
  ...withToken,
});

const SignedIn = z.object({
  user: AppUser,
  hasAccess: z.boolean(),
  /** The bearer token; null unless `returnToken` was set. */
  token: z.string().nullable(),
});

const appParams = z.object({ id: lookupId });

export const appUsers = defineContract({
  name: 'app_users',
  alsoFails: [
    'openid.answer_not_trusted',
    'openid.attempt_expired',
    'openid.code_refused',
    'openid.provider_not_found',
  ],
  errors: appUserErrors,
  endpoints: {
    signInPage: {
      method: 'GET',
      path: '/api/tenant/user-sign-in/:id',
      summary: 'Read the names and the look of an app for the sign-in of its invited users',
      access: { public: 'whoever signs in is not known yet; the id of the app cannot be guessed' },
      params: appParams,
      query: z.object(tenantQuery),
      reply: z.object({
        appId: z.string(),
        tenantId: z.string(),
        appName: z.string(),
        companyName: z.string(),
        /** Null for an app that was deleted meanwhile. */
        look: SignInLook.nullable(),
        /** The providers at which app users can sign in as well. */
        providers: z.array(SignInProvider),
      }),
    },
    verifyInvitation: {
      method: 'POST',
      path: '/api/tenant/invitation-verification',
      summary: 'Check the token of an invitation to an app (PRIVATE-10)',
      access: { public: 'the mailed token is the proof of somebody who has no account yet' },
      rate: 'auth',
      unaudited: 'it only reads',
      body: z.object({ ...appLink, token: MailedToken }),
      reply: z.object({
        appId: z.string(),
        tenantId: z.string(),
        appName: z.string(),
        companyName: z.string(),
        email: z.string(),
        /** True when the invited person has an account with the company already, and therefore signs in. */
        hasAccount: z.boolean(),
      }),
    },
    signUp: {
      method: 'POST',
      path: '/api/tenant/sign-up-user',
      summary: 'Create the account of an invited app user (PRIVATE-11)',
      access: { public: 'the mailed token is the proof' },
      rate: 'auth',
      body: AppUserSignUp,
      reply: SignedIn,
    },
    signIn: {
      method: 'POST',
      path: '/api/tenant/sign-in-user',
      summary: 'Sign an invited app user in (PRIVATE-12)',
      access: { public: 'a session of an app user is created here' },
      rate: 'auth',
      body: AppUserSignIn,
      reply: SignedIn,
    },
    startProvider: {
      method: 'POST',
      path: '/api/tenant/user-provider/start',
      summary: 'Begin the sign-in of an app user at a provider; the browser goes to redirectTo',
      access: { public: 'whoever signs in is not known yet' },
      rate: 'auth',
      body: z.object({ ...appLink, provider: OpenidProvider }),
      reply: Redirect,
    },
    finishProvider: {
      method: 'POST',
      path: '/api/tenant/user-provider/callback',
      summary: 'Sign an invited app user in with the parameters that the provider returned (PRIVATE-05)',
      access: { public: 'a session of an app user is created here' },
      rate: 'auth',
      body: ProviderCallback,
      reply: z.object({ user: AppUser, hasAccess: z.boolean() }),
    },
    signOut: {
      method: 'POST',
      path: '/api/tenant/sign-out-user',
      summary: 'End the session of an app user',
      access: { appUser: 'it ends the session of the caller' },
      body: z.object(tenantQuery).default({}),
      reply: Done,
    },
    userAccess: {
      method: 'GET',
      path: '/api/content/chatbot/:id/user-access',
      summary: 'Read whether the app user has access to an app (PRIVATE-08)',
      access: { appUser: 'it tells app users about themselves' },
      params: appParams,
      query: z.object(tenantQuery),
      reply: z.object({ hasAccess: z.boolean(), status: AppAccessStatus.nullable(), user: AppUser }),
    },
    requestAccess: {
      method: 'POST',
      path: '/api/tenant/app-access',
      summary: 'Ask for access to another app of the company (PRIVATE-09)',
      access: { appUser: 'app users ask for themselves' },
      rate: 'auth',
      body: z.object(appLink),
      reply: z.object({ status: AppAccessStatus }),
    },
    sendVerification: {
      method: 'POST',
      path: '/api/tenant/send-user-verification',
      summary: 'Send the mail that verifies the address of the app user again',
      access: { appUser: "it goes to the caller's own address" },
      rate: 'auth',
      body: z.object(appLink),
      reply: Done,
    },
    verify: {
      method: 'POST',
      path: '/api/tenant/verify-user',
      summary: 'Verify the address of an app user with the token of the mail',
      access: { public: 'the token is the proof' },
      rate: 'auth',
      body: z.object({ ...appLink, token: MailedToken }),
      reply: Done,
    },
    forgotPassword: {
      method: 'POST',
      path: '/api/tenant/forgot-user-password',
      summary: 'Order a mail with a link to a new password; answers the same for every address',
      access: { public: 'somebody who forgot the password cannot sign in' },
      rate: 'auth',
      body: z.object({ ...appLink, email: Email }),
      reply: Done,
    },
    resetPassword: {
      method: 'POST',
      path: '/api/tenant/reset-user-password',
      summary: 'Set a new password with the token of the mail; ends every session of the app user',
      access: { public: 'the token is the proof' },
      rate: 'auth',
      body: z.object({ ...appLink, token: MailedToken, password: NewPassword }),
      reply: Done,
    },
    list: {
      method: 'GET',
      path: '/api/content/app-users/:id',
      summary: 'List the people from outside the company who were invited to an app or ask for access',
      access: { allow: 'entities:all' },
      params: appParams,
      query: z.object({ ...pageQuery, ...tenantQuery }),
      reply: pageSchemaFor(AppUserAccess),
    },
    showLink: {
      method: 'POST',
      path: '/api/content/app-users/:id/link',
      summary: 'Make a new link for an open invitation when no mail server delivers it',
      access: { allow: 'entities:all' },
      params: appParams,
      body: z.object(tenantQuery).default({}),
      reply: z.object({ link: z.string() }),
    },
  },
});
