import type { App } from '@atelier/contracts/assistants/apps';
import { maxImageBytes } from '@atelier/contracts/assistants/apps/look';
import { fail } from '../../../../../kernel/base/errors.ts';
import { newId } from '../../../../../kernel/base/ids.ts';
import type { AnyCtx, Ctx, TxCtx } from '../../../../../kernel/context/context.ts';
import type { Exchange } from '../../../../../kernel/module/exchange.ts';
import { readPicture } from '../../../../../kernel/module/picture.ts';
import { visibleApps } from '../../app-entity.ts';
import { ownSettings } from '../../own-settings.ts';
import { imageAddress } from '../../present.ts';
import { appRepository } from '../../repository.ts';
import { completeApp } from '../../service/complete-apps.ts';
import { mergeSettings, presentSettings, storeSettings } from '../../service/update-app.ts';
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

/** Which picture of an app: the setting that holds its id. */
export type ImageSetting = 'botIconId' | 'botLogoId';

/** Stores a picture as the icon or the logo of an app, as a new version. Throws `apps.image_refused` and `apps.not_found`. */
export const setImage = async (
  ctx: Ctx,
  { appId, setting }: { appId: string; setting: ImageSetting },
  parts: ReturnType<Exchange['parts']>,
): Promise<App> => {
  const picture = (await readPicture(parts, maxImageBytes)) ?? fail('apps.image_refused');
  return ctx.tx(async (tx) => {
    const present = (await appRepository.lock(tx.db, appId)) ?? fail('apps.not_found');
    const id = newId('img');
    await imageRepository.insert(tx.db, { id, appId, ...picture });
    const before = presentSettings(present, await appRepository.knowledgeBaseIds(tx.db, appId));
    const after = mergeSettings(before, { [setting]: id });
    const row = await storeSettings(tx, present, { before, after, active: present.active });
    await imageRepository.removeUnused(tx.db, appId);
    await tx.audit('apps.image_set', appId, { setting, version: row.version });
    return completeApp(tx, row);
  });
};
