import type { AccountCompletion } from '@atelier/contracts/operate/onboarding/onboarding';
import type { AnyCtx } from '../../../../kernel/context/context.ts';
import { findAppWorkedOnLast, isAnyApp } from '../../../build/apps/index.ts';
import { hasMemberAsked } from '../../../build/chat/index.ts';
import { knowledgeBaseRepository } from '../../../content/bases/index.ts';

/**
 * Returns how far the tenant has set itself up. Browsers ask every half minute until everything is done, so each query stops at the first
 * row.
 */
export const readCompletion = (ctx: AnyCtx): Promise<AccountCompletion> =>
  ctx.tx(async (tx) => {
    const [isKnowledgeBaseExist, isAppExist, isAppTested, app] = await Promise.all([
      knowledgeBaseRepository.isAny(tx.db),
      isAnyApp(tx),
      hasMemberAsked(tx),
      findAppWorkedOnLast(tx),
    ]);
    return {
      isKnowledgeBaseExist,
      isAppExist,
      isAppTested,
      isGoldenQuestionExist: false,
      isBotPerformanceExist: false,
      app: app ? { _id: app.appId, configuration: { type: app.access } } : null,
    };
  });
