import type { appUsers } from '@atelier/contracts/account/app-users/app-users';
import type { CallOf, Endpoint, ReplyOf } from '@atelier/contracts/kernel/contract';
import { call } from '../../lib/server/api.ts';

type Endpoints = typeof appUsers.endpoints;

// Only types are imported from the contract, so that the page does not load its schemas. The types still check methods and addresses. A 401
// of these calls only fails, because no session of a builder has ended (ERROR-13).
const open = { access: { public: 'a screen for app users' }, summary: '' } as const;
const places = {
  signInPage: { method: 'GET', path: '/api/tenant/user-sign-in/:id' },
  verifyInvitation: { method: 'POST', path: '/api/tenant/invitation-verification' },
  signUp: { method: 'POST', path: '/api/tenant/sign-up-user' },
  signIn: { method: 'POST', path: '/api/tenant/sign-in-user' },
  signOut: { method: 'POST', path: '/api/tenant/sign-out-user' },
  userAccess: { method: 'GET', path: '/api/content/chatbot/:id/user-access' },
  requestAccess: { method: 'POST', path: '/api/tenant/app-access' },
  verify: { method: 'POST', path: '/api/tenant/verify-user' },
  forgotPassword: { method: 'POST', path: '/api/tenant/forgot-user-password' },
  resetPassword: { method: 'POST', path: '/api/tenant/reset-user-password' },
} as const satisfies { [K in keyof Endpoints]?: Pick<Endpoints[K], 'method' | 'path'> };

type Name = keyof typeof places;

/** Calls an endpoint of app users. */
export const callUser = <K extends Name>(
  name: K,
  request: CallOf<Endpoints[K]>,
): Promise<ReplyOf<Endpoints[K]>> => {
  const endpoint = { ...open, ...places[name] } as Endpoint as Endpoints[K];
  return call<Endpoint>(endpoint, request as CallOf<Endpoint>) as Promise<ReplyOf<Endpoints[K]>>;
};

export type SignInPage = ReplyOf<Endpoints['signInPage']>;
export type Invitation = ReplyOf<Endpoints['verifyInvitation']>;
export type OwnAccess = ReplyOf<Endpoints['userAccess']>;
