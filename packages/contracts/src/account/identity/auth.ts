import { z } from 'zod';
import { defineContract } from '../../kernel/contract.ts';
import { Role } from '../../kernel/permissions.ts';
import { Done, requiredText, Timestamp, tenantQuery } from '../../kernel/shapes.ts';
import { generalPasswordRules, meetsRules } from './password-rules.ts';

/** AUTH-24: one @, a dot in the domain, no spaces. */
export const Email = z
  .string({ error: 'Please enter your email' })
  .trim()
  .min(1, 'Please enter your email')
  .max(254, 'Please enter a valid email')
  .pipe(z.email('Please enter a valid email'))
  .transform((email) => email.toLowerCase());

/** AUTH-25, AUTH-26: at least one word begins with a capital letter of any script that has capitals. */
export const UserName = requiredText(100, 'Please enter your name').refine(
  (name) => /(^|\s)(\p{Lu}|\p{Lo})/u.test(name),
  'Please begin your name with a capital letter',
);

/** PASSWORD-20, the general rule: upper and lower case, a digit, a symbol. */
export const NewPassword = z
  .string({ error: 'Password is required' })
  .min(1, 'Password is required')
  .max(128, 'Password must be at most 128 characters')
  .refine((password) => !/\s/.test(password), 'Password should not contain spaces')
  .refine((password) => password.length >= 8, 'Password must be at least 8 characters')
  .refine(meetsRules(generalPasswordRules), 'Password must include letters, numbers and special characters');

export const SignUp = z.object({
  name: UserName,
  email: Email,
  password: NewPassword,
  companyName: requiredText(100, 'Please enter your company name'),
  /** True when the user agreed to the terms and the privacy policy (AUTH-09). */
  acceptTerms: z.boolean().optional(),
  /** The token of the mail that admits somebody from the waiting list. */
  invite: z.string().max(200).optional(),
});
export type SignUp = z.infer<typeof SignUp>;

/** The email is the username (AUTH-10). */
export const SignIn = z.object({
  email: z.string({ error: 'Username is required' }).trim().min(1, 'Username is required').pipe(Email),
  password: z.string({ error: 'Password is required' }).min(1, 'Password is required').max(128),
});

/** Six digits of the authenticator app, or a recovery code; either may contain spaces. */
export const SecondFactorCode = z
  .string({ error: 'Please enter the code' })
  .trim()
  .min(1, 'Please enter the code')
  .max(40, 'This code is too long');

/** The details of the error `auth.second_factor_required`, which the second step sends back. */
export const SecondFactorChallenge = z.object({ challenge: z.string() });

/** The guided tours that a user has finished (SESSION-03, TOUR-15). */
export const WalkthroughTutorials = z.object({
  hasSeenKbGuide: z.boolean(),
  hasSeenAppGuide: z.boolean(),
  hasSeenAgentGuide: z.boolean(),
});
export type WalkthroughTutorials = z.infer<typeof WalkthroughTutorials>;

/** The session user (SESSION-01) as the server knows it. `adminTenantId` is the user's own tenant, null when there is none yet (SESSION-02). */
export const SessionUser = z.object({
  userId: z.string(),
  tenantId: z.string(),
  tenantName: z.string(),
  companyName: z.string(),
  adminTenantId: z.string().nullable(),
  privacyPolicy: z.boolean(),
  termsAndConditions: z.boolean(),
  userWalkthroughTutorials: WalkthroughTutorials,
  role: Role,
  name: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  email_verified: z.boolean(),
  profilePicture: z.string().nullable(),
  permissions: z.array(z.string()),
});
export type SessionUser = z.infer<typeof SessionUser>;

export const Mail = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  createdAt: Timestamp,
});

export const OperatorState = z.object({
  /** `CLOSED` on a server with a public address; `UNPROVEN` until this browser shows the code. */
  state: z.enum(['CLOSED', 'UNPROVEN', 'PROVEN']),
  /** False when no mail server is configured, so that mails only wait in the outbox. */
  sendsMail: z.boolean(),
});
export type OperatorState = z.infer<typeof OperatorState>;

export const auth = defineContract({
  name: 'auth',
  errors: {
    'auth.email_taken': {
      kind: 'conflict',
      message: 'An account with this email already exists. Please sign in instead.',
    },
    'auth.invite_required': {
      kind: 'forbidden',
      message: 'You need an invitation to use Atelier. Please contact support, or join the waiting list.',
    },
    'auth.email_unverified': {
      kind: 'precondition',
      message: 'Please confirm your email address first. We have sent the link again.',
    },
    'auth.second_factor_required': {
      kind: 'precondition',
      message: 'Please enter the code of your authenticator app.',
    },
    'auth.challenge_expired': {
      kind: 'invalid',
      message: 'That took too long. Please sign in again from the beginning.',
    },
    'auth.code_wrong': {
      kind: 'invalid',
      message: 'This code is wrong or was already used. Please enter the next one, or a recovery code.',
    },
    'auth.needs_session': {
      kind: 'forbidden',
      message: 'An API key cannot do this. Please sign in in a browser.',
    },
    'auth.bad_credentials': { kind: 'unauthenticated', message: 'The email or the password is not right.' },
    'auth.link_expired': {
      kind: 'invalid',
      message: 'This link has expired or was used already. Please ask for a new one.',
    },
    'auth.outbox_closed': {
      kind: 'not_found',
      message:
        'The outbox is open only to the operator of this server, and only while the server has neither a mail server nor a public address.',
    },
    'auth.operator_closed': {
      kind: 'not_found',
      message:
        'This server has a public address, so its operator configures it by variables and not from a browser.',
    },
    'auth.operator_code_wrong': {
      kind: 'invalid',
      message:
        'This is not the code of this server. The link that the server prints when it starts contains the right one.',
    },
    'auth.no_membership': {
      kind: 'forbidden',
      message: 'This account does not belong to a company any more. Please contact support.',
    },
  },
  endpoints: {
    signUp: {
      method: 'POST',
      path: '/api/auth/sign-up',
      summary: 'Create an account and its company',
      access: { public: 'an account is created here' },
      rate: 'auth',
      body: SignUp,
      /** Null where a mail server is configured: the next step comes by mail, so that the reply does not reveal whether the address is known. */
      reply: z.object({ user: SessionUser.nullable() }),
    },
    signUpTerms: {
      method: 'GET',
      path: '/api/auth/sign-up-terms',
      summary: 'List the texts that a new account agrees to (AUTH-09)',
      access: { public: 'the sign-up page names them' },
      reply: z.object({ terms: z.boolean(), privacy: z.boolean() }),
    },
    signIn: {
      method: 'POST',
      path: '/api/auth/sign-in',
      summary: 'Sign in with email and password',
      access: { public: 'a session is created here' },
      rate: 'auth',
      body: SignIn,
      reply: z.object({ user: SessionUser }),
    },
    secondFactor: {
      method: 'POST',
      path: '/api/auth/second-factor',
      summary: 'The second step of signing in: a code of the authenticator app, or a recovery code',
      access: { public: 'the challenge shows that the first step was passed' },
      rate: 'auth',
      body: z.object({ challenge: z.string().min(10).max(200), code: SecondFactorCode }),
      reply: z.object({ user: SessionUser }),
    },
    signOut: {
      method: 'POST',
      path: '/api/auth/sign-out',
      summary: 'End the session',
      access: { public: 'ending a session that no longer exists must work too' },
      /** The address that also ends the session at the identity provider; null when there is none (SESSION-18). */
      reply: Done.extend({ redirectTo: z.url().nullable() }),
    },
    session: {
      method: 'GET',
      path: '/api/auth/session',
      summary: 'Read the signed-in user, or null',
      access: { public: 'the browser asks whether there is a session' },
      reply: z.object({ user: SessionUser.nullable() }),
    },
    sendVerifyEmail: {
      method: 'POST',
      path: '/api/auth/send-verify-email',
      summary: 'Send the verification mail again',
      unaudited: 'an ordered mail is recorded; nothing is ordered for an address that is verified already',
      access: { signedIn: "it goes to the caller's own address" },
      rate: 'auth',
      reply: Done,
    },
    verifyEmail: {
      method: 'POST',
      path: '/api/auth/verify-email',
      summary: 'Confirm an address with the token of the mail',
      access: { public: 'the token is the proof' },
      rate: 'auth',
      body: z.object({ token: z.string().min(10).max(2000) }),
      reply: Done,
    },
    outbox: {
      method: 'GET',
      path: '/api/auth/outbox',
      summary: 'List the mails of the embedded outbox, newest first',
      access: { public: 'only for the operator, and only without a mail server' },
      reply: z.object({ mails: z.array(Mail) }),
    },
    operator: {
      method: 'GET',
      path: '/api/auth/operator',
      summary: 'Read whether this browser belongs to the operator',
      access: { public: 'the sign-in page says where mails are read' },
      reply: OperatorState,
    },
    proveOperator: {
      method: 'POST',
      path: '/api/auth/operator',
      summary: 'Send the code that the server prints when it starts',
      access: { public: 'the code is the proof' },
      rate: 'auth',
      body: z.object({ code: z.string().trim().min(1).max(200) }),
      reply: Done,
    },
    getApiKey: {
      method: 'GET',
      path: '/api/content/get-api-key',
      summary: 'Create the API key, which is shown once (APP-53)',
      acts: 'The first call makes the key.',
      access: { allow: 'keys:write' },
      query: z.object({ ...tenantQuery, userId: z.string().optional() }),
      reply: z.object({
        apiKey: z.string().nullable(),
        hint: z.string().nullable(),
        createdAt: Timestamp.nullable(),
      }),
    },
    regenerateApiKey: {
      method: 'POST',
      path: '/api/content/api/regenerate-api-key',
      summary: 'Replace the API key (APP-54)',
      access: { allow: 'keys:write' },
      body: z.object({ ApiKey: z.string().optional() }).optional(),
      reply: z.object({ apiKey: z.string() }),
    },
  },
});
