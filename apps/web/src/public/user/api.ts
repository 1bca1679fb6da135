import type { appUsers } from '@atelier/contracts/account/app-users/app-users';
import type { ReplyOf } from '@atelier/contracts/kernel/contract';
import { createCaller, type PlacesOf } from '../model/call-by-place.ts';

type Endpoints = typeof appUsers.endpoints;

const places = {
  signInPage: { method: 'GET', path: '/api/tenant/user-sign-in/:id' },
  verifyInvitation: { method: 'POST', path: '/api/tenant/invitation-verification' },
  signUp: { method: 'POST', path: '/api/tenant/sign-up-user' },
  signIn: { method: 'POST', path: '/api/tenant/sign-in-user' },
  startProvider: { method: 'POST', path: '/api/tenant/user-provider/start' },
  finishProvider: { method: 'POST', path: '/api/tenant/user-provider/callback' },
  signOut: { method: 'POST', path: '/api/tenant/sign-out-user' },
  userAccess: { method: 'GET', path: '/api/content/chatbot/:id/user-access' },
  requestAccess: { method: 'POST', path: '/api/tenant/app-access' },
  verify: { method: 'POST', path: '/api/tenant/verify-user' },
  forgotPassword: { method: 'POST', path: '/api/tenant/forgot-user-password' },
  resetPassword: { method: 'POST', path: '/api/tenant/reset-user-password' },
} as const satisfies PlacesOf<Endpoints>;

/** Calls an endpoint of app users. */
export const callUser = createCaller<Endpoints, keyof typeof places>(places);

export type SignInPage = ReplyOf<Endpoints['signInPage']>;
export type Invitation = ReplyOf<Endpoints['verifyInvitation']>;
export type OwnAccess = ReplyOf<Endpoints['userAccess']>;
