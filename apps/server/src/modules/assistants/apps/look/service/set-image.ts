import type { App } from '@atelier/contracts/assistants/apps';
import { maxImageBytes } from '@atelier/contracts/assistants/apps/look';
import { fail } from '../../../../../kernel/base/errors.ts';
import { newId } from '../../../../../kernel/base/ids.ts';
import type { Ctx } from '../../../../../kernel/context/context.ts';
import type { Exchange } from '../../../../../kernel/module/exchange.ts';
import { readPicture } from '../../../../../kernel/module/picture.ts';
import { appRepository } from '../../repository.ts';
import { completeApp } from '../../service/complete-apps.ts';
import { mergeSettings, presentSettings, storeSettings } from '../../service/update-app.ts';
import { imageRepository } from '../repository.ts';

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
