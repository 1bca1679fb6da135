import type { AnyCtx } from '../../../../../kernel/context/context.ts';
import { appRepository } from '../../repository.ts';
import { visibleApps } from '../../visible-apps.ts';
import { type AppImageRow, imageRepository } from '../repository.ts';

/** Finds a picture of an app that the caller may open. */
export const findAppImage = (ctx: AnyCtx, appId: string, imageId: string): Promise<AppImageRow | undefined> =>
  ctx.tx((tx) => imageRepository.find(tx.db, appId, imageId));

/** True when the actor sees the app in the builder, also while its link is off. */
export const seesApp = (ctx: AnyCtx, appId: string): Promise<boolean> =>
  ctx.tx(async (tx) => (await appRepository.find(tx.db, appId, visibleApps(tx))) !== undefined);
