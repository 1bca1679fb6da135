import type { onboarding, RequestOf, WalkthroughTutorials } from '@atelier/contracts';
import type { AnyCtx } from '../../../kernel/context.ts';
import { fail } from '../../../kernel/errors.ts';
import { recordGuide } from '../../identity/index.ts';

type Record = RequestOf<(typeof onboarding.endpoints)['recordGuide']>['body'];

/** Throws `onboarding.user_not_found` for anybody but whoever asks. */
export const recordOwnGuide = (ctx: AnyCtx, userId: string, record: Record): Promise<WalkthroughTutorials> =>
  ctx.tx(async (tx) => {
    const isOwn = 'userId' in tx.actor && tx.actor.userId === userId;
    return (isOwn && (await recordGuide(tx, userId, record))) || fail('onboarding.user_not_found');
  });
