import type { WalkthroughTutorials } from '@atelier/contracts/account/identity/auth';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import type { onboarding } from '@atelier/contracts/operate/onboarding/onboarding';
import { fail } from '../../../../kernel/base/errors.ts';
import { findUserId } from '../../../../kernel/context/actor.ts';
import type { AnyCtx } from '../../../../kernel/context/context.ts';
import { recordGuide } from '../../../account/identity/index.ts';

type Record = RequestOf<(typeof onboarding.endpoints)['recordGuide']>['body'];

/** Throws `onboarding.user_not_found` for any user but the actor. */
export const recordOwnGuide = (ctx: AnyCtx, userId: string, record: Record): Promise<WalkthroughTutorials> =>
  ctx.tx(async (tx) => {
    const isOwn = findUserId(tx) === userId;
    return (isOwn && (await recordGuide(tx, userId, record))) || fail('onboarding.user_not_found');
  });
