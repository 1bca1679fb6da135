import { fail } from '../../../../../kernel/base/errors.ts';
import type { AnyCtx } from '../../../../../kernel/context/context.ts';
import { appRepository } from '../../repository.ts';
import { versionRepository } from '../repository.ts';

/** Deletes a version that is not in use. Throws `apps.not_found`, `apps.version_not_found` and `apps.version_in_use`. */
export const removeVersion = (ctx: AnyCtx, appId: string, version: number): Promise<void> =>
  ctx.tx(async (tx) => {
    const app = (await appRepository.lock(tx.db, appId)) ?? fail('apps.not_found');
    if (app.version === version) fail('apps.version_in_use');
    if (!(await versionRepository.remove(tx.db, appId, version))) fail('apps.version_not_found');
    await tx.audit('apps.version_removed', appId, { version });
  });
