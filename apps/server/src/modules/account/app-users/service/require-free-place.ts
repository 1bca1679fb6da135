import { fail } from '../../../../kernel/base/errors.ts';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { appAccessRepository } from '../repository/app-access.ts';

/** The most people from outside who have, or ask for, access to one app. */
const mostOfApp = 1000;

/** Throws `app_users.full`. */
export const requireFreePlace = async ({ db }: TxCtx, appId: string): Promise<void> => {
  if ((await appAccessRepository.countAccess(db, appId)) >= mostOfApp) fail('app_users.full');
};
