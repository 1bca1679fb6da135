import type { WalkthroughTutorials } from '@atelier/contracts/account/identity/auth';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import type { AccountCompletion, onboarding } from '@atelier/contracts/operate/onboarding/onboarding';
import { fail } from '../../../../kernel/base/errors.ts';
import { findUserId } from '../../../../kernel/context/actor.ts';
import type { AnyCtx } from '../../../../kernel/context/context.ts';
import { recordGuide } from '../../../account/identity/index.ts';
import { appProgress } from '../../../assistants/apps/index.ts';
import { hasMemberAsked } from '../../../assistants/chat/index.ts';
import { hasKnowledgeBase } from '../../../content/bases/index.ts';
import { findMeasured } from '../../evaluation/index.ts';

/**
 * Returns how far the tenant has set itself up. Browsers ask every half minute until everything is done, so each query stops at the first
 * row.
 */
export const readCompletion = (ctx: AnyCtx): Promise<AccountCompletion> =>
  ctx.tx(async (tx) => {
    const [isKnowledgeBaseExist, isAppExist, isAppTested, app, measured] = await Promise.all([
      hasKnowledgeBase(tx),
      appProgress.isAny(tx),
      hasMemberAsked(tx),
      appProgress.findWorkedOnLast(tx),
      findMeasured(tx),
    ]);
    return {
      isKnowledgeBaseExist,
      isAppExist,
      isAppTested,
      ...measured,
      app: app ? { _id: app.appId, configuration: { type: app.access } } : null,
    };
  });

type Record = RequestOf<(typeof onboarding.endpoints)['recordGuide']>['body'];

/** Throws `onboarding.user_not_found` for any user but the actor. */
export const recordOwnGuide = (ctx: AnyCtx, userId: string, record: Record): Promise<WalkthroughTutorials> =>
  ctx.tx(async (tx) => {
    const isOwn = findUserId(tx) === userId;
    return (isOwn && (await recordGuide(tx, userId, record))) || fail('onboarding.user_not_found');
  });
