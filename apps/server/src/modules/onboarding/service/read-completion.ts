import type { AccountCompletion } from '@atelier/contracts';
import type { AnyCtx } from '../../../kernel/context.ts';
import { findAppWorkedOnLast, isAnyApp } from '../../apps/index.ts';
import { hasMemberAsked } from '../../chat/index.ts';
import { isAnyKnowledgeBase } from '../../knowledge/index.ts';

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
