import type { OpenidProvider } from '@atelier/contracts/account/identity/openid';
import { fail } from '../../../../kernel/base/errors.ts';
import { newId } from '../../../../kernel/base/ids.ts';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import type { Anonymous } from '../../../../kernel/module/exchange.ts';
import { type Callback, type ProviderAnswer, providerSignIn } from '../../identity/index.ts';
import { type AppAccessRow, appAccessRepository } from '../repository/app-access.ts';
import { type AppUserRow, appUserAccountRepository, appUserRepository } from '../repository/app-users.ts';
import { grantInvited } from './accept-invitation.ts';
import { enterTenant, getNamedApp } from './find-app.ts';
import { type EnteredAppUser, openAppUserSession } from './sign-in-app-user.ts';

/** A verified answer of a provider, for an app. */
interface Arrival {
  appId: string;
  provider: OpenidProvider;
  answer: ProviderAnswer;
}

const longestName = 60;

const vouchedAddress = ({ email, isEmailVerified }: ProviderAnswer): string | undefined =>
  isEmailVerified === true ? email : undefined;

const findInvitation = async (tx: TxCtx, appId: string, email: string): Promise<AppAccessRow | undefined> => {
  const access = await appAccessRepository.lockAccess(tx.db, appId, email);
  const isOpen =
    access?.status === 'INVITED' && access.invitedUntil !== null && access.invitedUntil > tx.now();
  return isOpen ? access : undefined;
};

/** Creates the account of an invited person without a password. */
const makeAppUser = async (
  tx: TxCtx,
  { appId, provider, answer }: Arrival,
  email: string,
): Promise<string> => {
  if (!(await findInvitation(tx, appId, email))) fail('app_users.address_not_invited');
  const id = newId('apu');
  const [mailbox = email] = email.split('@');
  await appUserRepository.insert(tx.db, {
    id,
    email,
    firstName: (answer.givenName ?? answer.name ?? mailbox).slice(0, longestName),
    lastName: (answer.givenName === undefined ? '' : (answer.familyName ?? '')).slice(0, longestName),
    passwordHash: null,
    emailVerified: true,
  });
  await tx.audit('app_users.signed_up', id, { appId, provider });
  return id;
};

/** Links the provider to the account of an address that both sides have verified, or to a new one of an invited address. */
const link = async (tx: TxCtx, arrival: Arrival): Promise<string> => {
  const { provider, answer } = arrival;
  const email = vouchedAddress(answer) ?? fail('app_users.address_not_vouched');
  const owner = await appUserRepository.findByEmail(tx.db, email);
  // Somebody else may wait in an account whose address nobody has proved.
  if (owner && !owner.emailVerified) fail('app_users.confirm_first');
  const userId = owner?.id ?? (await makeAppUser(tx, arrival, email));
  await appUserAccountRepository.insert(tx.db, { provider, subject: answer.subject, userId });
  if (owner) await tx.audit('app_users.account_linked', userId, { provider });
  return userId;
};

/**
 * Finds or creates the app user that a provider's answer stands for: the one who came with it before; else the one with the same address,
 * if the provider and we have both verified it; else a new one, if the address was invited to the app. A provider that vouches for the
 * address also accepts its open invitation, as the mailed token would.
 */
const findArrived = async (tx: TxCtx, arrival: Arrival): Promise<AppUserRow> => {
  const { appId, provider, answer } = arrival;
  const known = await appUserAccountRepository.findUser(tx.db, { provider, subject: answer.subject });
  const userId = known?.id ?? (await link(tx, arrival));
  const row = (await appUserRepository.find(tx.db, userId)) ?? fail('app_users.address_not_invited');
  if (vouchedAddress(answer) === row.email) {
    const invitation = await findInvitation(tx, appId, row.email);
    if (invitation) await grantInvited(tx, { ...invitation, isLinkShown: false }, row.id);
  }
  return row;
};

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
