import type { AccountCompletion } from '@atelier/contracts/operate/onboarding/onboarding';
import type { AnyCtx } from '../../../../kernel/context/context.ts';
import { AppParts } from '../../../assistants/apps/index.ts';
import { hasMemberAsked } from '../../../assistants/chat/index.ts';
import { knowledgeBaseRepository } from '../../../content/bases/index.ts';
import { findMeasured } from '../../evaluation/index.ts';

/**
 * Returns how far the tenant has set itself up. Browsers ask every half minute until everything is done, so each query stops at the first
 * row.
 */
export const readCompletion = (ctx: AnyCtx): Promise<AccountCompletion> =>
  ctx.tx(async (tx) => {
    const [isKnowledgeBaseExist, isAppExist, isAppTested, app, measured] = await Promise.all([
      knowledgeBaseRepository.isAny(tx.db),
      AppParts.appProgress.isAny(tx),
      hasMemberAsked(tx),
      AppParts.appProgress.findWorkedOnLast(tx),
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
