import { fail } from '../../../../kernel/base/errors.ts';
import type { AnyCtx } from '../../../../kernel/context/context.ts';
import { withdrawObject } from '../../../../kernel/http/public-objects.ts';
import { removeGrants } from '../../../account/access/index.ts';
import { appRepository } from '../repository.ts';

/**
 * Deletes an app with its versions and conversations. Its link answers `Not Available` from then on. Throws `apps.answers_for_others` and
 * `apps.not_found`.
 */
export const removeApp = (ctx: AnyCtx, id: string): Promise<void> =>
  ctx.tx(async (tx) => {
    const names = await appRepository.answeredBy(tx.db, id);
    if (names.length > 0) fail('apps.answers_for_others', { names });
    if (!(await appRepository.remove(tx.db, id))) fail('apps.not_found');
    await withdrawObject(tx, id);
    await removeGrants(tx, id);
    await tx.audit('apps.removed', id);
  });
