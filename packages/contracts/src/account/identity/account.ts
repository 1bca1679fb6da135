import { z } from 'zod';
import { defineContract } from '../../kernel/contract.ts';
import { Role } from '../../kernel/permissions.ts';
import { fileBytes, fileReplyFor } from '../../kernel/raw-replies.ts';
import { Done, lookupId, Timestamp, tenantQuery } from '../../kernel/shapes.ts';
import { Email, SecondFactorCode, SessionUser, UserName } from './auth.ts';
import { RevokeApiKey } from './passwords.ts';

/** One browser in which the user is signed in. */
export const SessionEntry = z.object({
  sessionId: z.string(),
  /** The name of the device, for example "Firefox on Windows". */
  device: z.string(),
  address: z.string().nullable(),
  createdAt: Timestamp,
  /** Rounded down to the hour. */
  lastUsedAt: Timestamp,
  isCurrent: z.boolean(),
});
export type SessionEntry = z.infer<typeof SessionEntry>;

export const SecondFactorState = z.object({
  isOn: z.boolean(),
  since: Timestamp.nullable(),
  recoveryCodesLeft: z.number().int(),
});
export type SecondFactorState = z.infer<typeof SecondFactorState>;

/** The current password, required of users who have one; others leave it out. */
const ownPassword = { password: z.string().max(128).optional() };

const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

/** The fate of a tenant when the user deletes their account. */
export const TenantFate = z.object({
  tenantId: z.string(),
  tenantName: z.string(),
  role: Role,
  otherMembers: z.number().int(),
  /** `deleted`: with everything in it. `left`: the other members keep it. `keeps`: the account cannot be deleted before the tenant is. */
  fate: z.enum(['deleted', 'left', 'keeps']),
});
export type TenantFate = z.infer<typeof TenantFate>;

/** Largest profile picture, in bytes. */
export const maxPictureBytes = 1024 * 1024;

const own = { signedIn: "it belongs to the caller's own account" } as const;

export const account = defineContract({
  name: 'account',
  alsoFails: ['auth.code_wrong', 'auth.needs_session', 'passwords.wrong'],
  errors: {
    'account.session_not_found': {
      kind: 'not_found',
      message: 'This session has ended already. Please reload the page.',
    },
    'account.picture_refused': {
      kind: 'invalid',
      message: 'Please choose a PNG, JPEG or WebP picture of at most 1 MB.',
    },
    'account.picture_not_found': { kind: 'not_found', message: 'This picture does not exist any more.' },
    'account.second_factor_on': {
      kind: 'conflict',
      message: 'Two-factor sign-in is already on. Turn it off first to set it up again.',
    },
    'account.second_factor_off': {
      kind: 'conflict',
      message: 'Two-factor sign-in is not set up. Please begin with “Set up”.',
    },
    'account.email_differs': {
      kind: 'invalid',
      message:
        'This is not the email address of your account. Please type it exactly as your profile shows it.',
    },
    'account.owns_tenant': {
      kind: 'conflict',
      message:
        'You own a company that has other members. Hand it over to one of them, or delete it, in its settings; then delete your account.',
    },
  },
  endpoints: {
    updateProfile: {
      method: 'PUT',
      path: '/api/tenant/profile',
      summary: "Change the caller's name",
      access: own,
      body: z.object({ name: UserName, ...tenantQuery }),
      reply: z.object({ user: SessionUser }),
    },
    setPicture: {
      method: 'PUT',
      path: '/api/auth/picture',
      summary: "Upload the caller's picture: PNG, JPEG or WebP, at most 1 MB",
      access: own,
      rate: 'auth',
      multipart: true,
      form: z.object({ file: fileBytes }),
      reply: z.object({ profilePicture: z.string() }),
    },
    removePicture: {
      method: 'DELETE',
      path: '/api/auth/picture',
      summary: "Remove the caller's picture",
      access: own,
      reply: Done,
    },
    picture: {
      method: 'GET',
      path: '/api/auth/pictures/:id',
      summary: 'Read the picture of a member of the same company',
      access: { signedIn: 'members of a company see each other' },
      params: z.object({ id: lookupId }),
      raw: true,
      sends: fileReplyFor('image/png', 'image/jpeg', 'image/webp'),
    },
    changeEmail: {
      method: 'POST',
      path: '/api/auth/change-email',
      summary: 'Order a mail to the new address; the change takes effect when its link is followed',
      access: own,
      rate: 'auth',
      body: z.object({ email: Email, ...ownPassword }),
      reply: Done,
    },
    sessions: {
      method: 'GET',
      path: '/api/auth/sessions',
      summary: "List the caller's latest hundred sessions, newest first",
      access: own,
      reply: z.object({ sessions: z.array(SessionEntry) }),
    },
    endSession: {
      method: 'DELETE',
      path: '/api/auth/sessions/:id',
      summary: "End one of the caller's sessions",
      access: own,
      params: z.object({ id: lookupId }),
      reply: Done,
    },
    endOtherSessions: {
      method: 'POST',
      path: '/api/auth/sessions/end-others',
      summary: 'End all sessions of the caller except this one',
      access: own,
      body: z.object({ revokeApiKey: RevokeApiKey }).optional(),
      reply: z.object({ ended: z.number().int() }),
    },
    secondFactor: {
      method: 'GET',
      path: '/api/auth/second-factor',
      summary: 'Read whether signing in requires a code',
      access: own,
      reply: SecondFactorState.extend({ hasPassword: z.boolean() }),
    },
    setUpSecondFactor: {
      method: 'POST',
      path: '/api/auth/second-factor/set-up',
      summary: 'Create a secret for an authenticator app; it takes effect once a code is confirmed',
      access: own,
      rate: 'auth',
      body: z.object(ownPassword),
      reply: z.object({ secret: z.string(), uri: z.string() }),
    },
    confirmSecondFactor: {
      method: 'POST',
      path: '/api/auth/second-factor/confirm',
      summary: 'Turn two-factor sign-in on with the first code; shows the recovery codes once',
      access: own,
      rate: 'auth',
      body: z.object({ code: SecondFactorCode }),
      reply: RecoveryCodes,
    },
    renewRecoveryCodes: {
      method: 'POST',
      path: '/api/auth/second-factor/recovery-codes',
      summary: 'Replace the recovery codes; shows them once',
      access: own,
      rate: 'auth',
      body: z.object({ code: SecondFactorCode }),
      reply: RecoveryCodes,
    },
    turnOffSecondFactor: {
      method: 'POST',
      path: '/api/auth/second-factor/turn-off',
      summary: 'Turn two-factor sign-in off',
      access: own,
      rate: 'auth',
      body: z.object({ code: SecondFactorCode }),
      reply: Done,
    },
    previewDeletion: {
      method: 'GET',
      path: '/api/auth/account/deletion',
      summary: "Preview what is deleted with the caller's account",
      access: own,
      reply: z.object({ tenants: z.array(TenantFate) }),
    },
    deleteAccount: {
      method: 'POST',
      path: '/api/auth/account/delete',
      summary: "Delete the caller's account and the companies without other members",
      access: own,
      rate: 'auth',
      body: z.object({
        /** The user's own address, typed again to confirm the deletion. */
        email: Email,
        ...ownPassword,
      }),
      reply: Done,
    },
  },
});
