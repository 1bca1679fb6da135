import type { App } from '@atelier/contracts/assistants/apps';
import { fail } from '../../../../../kernel/base/errors.ts';
import type { AnyCtx } from '../../../../../kernel/context/context.ts';
import { appRepository } from '../../repository.ts';
import { checkSettings } from '../../service/check-settings.ts';
import { completeApp } from '../../service/complete-apps.ts';
import { presentSettings, storeSettings } from '../../service/update-app.ts';
import { versionRepository } from '../repository.ts';
import { settingsOfVersion, withExistingBases } from './read-versions.ts';

/**
 * Goes back to an earlier version by storing its settings as a new one. Who may use the app stays as it is, so that going back never opens
 * an app. Throws `apps.not_found`, `apps.version_not_found`, `apps.name_taken`, and what `checkSettings` throws.
 */
export const revertSettings = (
  ctx: AnyCtx,
  { appId, version }: { appId: string; version: number },
): Promise<App> =>
  ctx.tx(async (tx) => {
    const present = (await appRepository.lock(tx.db, appId)) ?? fail('apps.not_found');
    const found = (await versionRepository.find(tx.db, appId, version)) ?? fail('apps.version_not_found');
    const before = presentSettings(present, await appRepository.knowledgeBaseIds(tx.db, appId));
    const earlier = await withExistingBases(tx, settingsOfVersion(found.settings));
    const after = { ...earlier, access: before.access };
    await checkSettings(tx, appId, after);
    const row = await storeSettings(tx, present, { before, after, active: present.active });
    await tx.audit('apps.reverted', appId, { to: version, version: row.version });
    return completeApp(tx, row);
  });

/** Deletes a version that is not in use. Throws `apps.not_found`, `apps.version_not_found` and `apps.version_in_use`. */
export const removeVersion = (ctx: AnyCtx, appId: string, version: number): Promise<void> =>
  ctx.tx(async (tx) => {
    const app = (await appRepository.lock(tx.db, appId)) ?? fail('apps.not_found');
    if (app.version === version) fail('apps.version_in_use');
    if (!(await versionRepository.remove(tx.db, appId, version))) fail('apps.version_not_found');
    await tx.audit('apps.version_removed', appId, { version });
  });
