import type { SignInLook } from '@atelier/contracts/account/app-users/app-users';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { entityKinds } from '../../../../kernel/entities/entity-kind.ts';
import type { Anonymous } from '../../../../kernel/module/exchange.ts';
import { defineExtensionPoint } from '../../../../kernel/services/extension-points.ts';
import { findTenant } from '../../tenancy/index.ts';

/** Finds how the sign-in of an app looks. Filled by the module of the apps, which comes later in the order. */
export const signInLook =
  defineExtensionPoint<(tx: TxCtx, appId: string) => Promise<SignInLook | undefined>>(
    'app-users.sign-in-look',
  );

export interface NamedApp {
  appName: string;
  companyName: string;
}

/** Returns the names of an app and its company; undefined for an app that does not exist in the transaction's tenant. */
export const findNamedApp = async (tx: TxCtx, appId: string): Promise<NamedApp | undefined> => {
  const kind = tx.services.extensions
    .of(entityKinds)
    .find((each) => each.kind === 'APP' && appId.startsWith(each.prefix));
  const [app, tenant] = await Promise.all([kind?.find(tx, appId), findTenant(tx.db, tx.tenantId)]);
  return app && tenant && { appName: app.name, companyName: tenant.tenantName };
};

/** Throws `app_users.app_not_found`. */
export const getNamedApp = async (tx: TxCtx, appId: string): Promise<NamedApp> =>
  (await findNamedApp(tx, appId)) ?? fail('app_users.app_not_found');

/**
 * Returns the context of the tenant that owns the app of a link, for callers who are not known yet. Throws `app_users.app_not_found` and
 * `auth.tenant_mismatch`.
 */
export const enterTenant = async (
  anonymous: Anonymous,
  { appId, tenantId }: { appId: string; tenantId?: string | undefined },
): Promise<Ctx> => {
  const owner = (await anonymous.findOwnerTenant(appId)) ?? fail('app_users.app_not_found');
  if (tenantId !== undefined && tenantId !== owner) fail('auth.tenant_mismatch');
  return anonymous.forTenant(owner, { kind: 'system', name: 'app-users.sign-in' });
};
