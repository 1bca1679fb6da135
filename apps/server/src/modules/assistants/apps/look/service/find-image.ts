import type { AnyCtx, TxCtx } from '../../../../../kernel/context/context.ts';
import { ownSettings } from '../../own-settings.ts';
import { imageAddress } from '../../present.ts';
import { appRepository } from '../../repository.ts';
import { visibleApps } from '../../visible-apps.ts';
import { type AppImageRow, imageRepository } from '../repository.ts';

/** The pictures of apps. */
export const appImages = {
  find: (ctx: AnyCtx, appId: string, imageId: string): Promise<AppImageRow | undefined> =>
    ctx.tx((tx) => imageRepository.find(tx.db, appId, imageId)),

  /** True when the actor sees the app in the builder, also while its link is off. */
  seesApp: (ctx: AnyCtx, appId: string): Promise<boolean> =>
    ctx.tx(async (tx) => (await appRepository.find(tx.db, appId, visibleApps(tx))) !== undefined),

  /** True for the logo of an app, which stands on the sign-in of its invited users, too. */
  isLogo: (ctx: AnyCtx, appId: string, imageId: string): Promise<boolean> =>
    ctx.tx(async (tx) => {
      const row = await appRepository.find(tx.db, appId);
      return row !== undefined && ownSettings(row).botLogoId === imageId;
    }),
};

/** Returns how the sign-in of an app looks. */
export const findSignInLook = async (tx: TxCtx, appId: string) => {
  const row = await appRepository.find(tx.db, appId);
  if (!row) return undefined;
  const { themeName, botLogoId } = ownSettings(row);
  return { themeName, logo: imageAddress(row.id, botLogoId) };
};
