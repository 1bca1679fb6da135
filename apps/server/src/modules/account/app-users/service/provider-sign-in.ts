import type { OpenidProvider } from '@atelier/contracts/account/identity/openid';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Anonymous } from '../../../../kernel/module/exchange.ts';
import { type Callback, providerSignIn } from '../../identity/index.ts';
import { enterTenant, getNamedApp } from './find-app.ts';
import { findArrived } from './find-arrived.ts';
import { type EnteredAppUser, openAppUserSession } from './open-app-user-session.ts';

interface Start {
  appId: string;
  tenantId?: string | undefined;
  provider: OpenidProvider;
  browserSecret: string;
  origin: string;
}

/**
 * Starts the sign-in of an app user at a provider, and returns the address to which the browser goes. Throws `app_users.app_not_found`,
 * `auth.tenant_mismatch` and what the provider throws.
 */
export const startProviderSignIn = async (
  anonymous: Anonymous,
  { tenantId, ...beginning }: Start,
): Promise<string> => {
  const { appId } = beginning;
  const ctx = await enterTenant(anonymous, { appId, tenantId });
  await ctx.tx((tx) => getNamedApp(tx, appId));
  return providerSignIn.start(anonymous, beginning);
};

/**
 * Signs an app user in with what a provider sent back to this browser. Only invited addresses get an account. Throws
 * `openid.attempt_expired` for the sign-in of a builder, which this never finishes.
 */
export const finishProviderSignIn = async (
  anonymous: Anonymous,
  callback: Callback,
  browser: { browserSecret: string | undefined; origin: string },
): Promise<EnteredAppUser> => {
  const { attempt, answer } = await providerSignIn.redeem(anonymous, callback, browser);
  const { appId, provider } = attempt;
  if (appId === null) return fail('openid.attempt_expired');
  const ctx = await enterTenant(anonymous, { appId });
  return ctx.tx(async (tx) => {
    await getNamedApp(tx, appId);
    const row = await findArrived(tx, { appId, provider, answer });
    await tx.audit('app_users.signed_in', row.id, { appId, provider });
    return openAppUserSession(tx, row, appId);
  });
};
