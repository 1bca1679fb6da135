import type { AccountCompletion } from '@atelier/contracts/operate/onboarding/onboarding';
import type { AnyCtx } from '../../../../kernel/context/context.ts';
import { findAppWorkedOnLast, isAnyApp } from '../../../build/apps/index.ts';
import { hasMemberAsked } from '../../../build/chat/index.ts';
import { isAnyKnowledgeBase } from '../../../content/bases/index.ts';

/** How far the company is. Asked every half minute by everybody who has not finished, so each part stops at the first row. */
export const readCompletion = (ctx: AnyCtx): Promise<AccountCompletion> =>
  ctx.tx(async (tx) => {
    const [isKnowledgeBaseExist, isAppExist, isAppTested, app] = await Promise.all([
      isAnyKnowledgeBase(tx),
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
